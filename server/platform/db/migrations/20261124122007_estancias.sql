-- Where each container stood, and from when to when: written as its reader changes, so that charts and histories do
-- not have to look through the events. The stay that goes on is in dispositivo_estado (lector_id, lector_desde).
create table estancia (
  empresa_id int not null,
  dispositivo_id bigint not null,
  lector_id bigint not null,
  desde timestamptz not null,
  hasta timestamptz not null,
  ubicacion_id bigint,
  -- Nobody heard the container after it, so that nobody knows when it left.
  silencio boolean not null default false,
  primary key (dispositivo_id, desde)
);
create index estancia_empresa_id_hasta_desde_idx on estancia (empresa_id, hasta, desde);
create trigger visita_alta after insert on estancia referencing new table as tocada for each statement execute function pedir_visita();
create trigger visita_baja after delete on estancia referencing old table as tocada for each statement execute function pedir_visita();
create trigger visita_era after update on estancia referencing old table as tocada for each statement execute function pedir_visita();
create trigger visita_es after update on estancia referencing new table as tocada for each statement execute function pedir_visita();
