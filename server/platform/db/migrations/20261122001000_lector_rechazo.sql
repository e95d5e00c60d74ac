-- The last thing that a reader was refused, for whoever sets it up; of the last hour only that is shown.
create table lector_rechazo (
  lector_id bigint primary key references dispositivo on delete cascade,
  detalle text not null,
  cuando timestamptz not null default now()
);
