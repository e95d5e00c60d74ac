-- Containers that people have been told are stuck, by the visit that it is of.
create table atasco_dicho (
  dispositivo_id bigint primary key references dispositivo (id) on delete cascade,
  desde timestamptz not null
);
