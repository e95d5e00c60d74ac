-- Who is on an incident, and what people note of it.

alter table incidencia add column lleva bigint references usuario on delete set null;
create index incidencia_abierta on incidencia (empresa_id, tiempo) where not revisado;

create table incidencia_nota (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa on delete cascade,
  incidencia_id bigint not null references incidencia on delete cascade,
  -- Also once that account is gone.
  autor text not null,
  momento timestamptz not null default now(),
  texto text not null
);
create index on incidencia_nota (incidencia_id, momento desc);
create trigger auditada after insert or update or delete on incidencia_nota for each row execute function auditar();
