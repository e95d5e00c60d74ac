-- What changed in the sets that programs read, so that they ask for what is new. A row is read once the transaction `xid` has ended: who asked
-- before keeps a snapshot, and is told what that did not see, in whatever order transactions end.
create table dato_cambio (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  momento timestamptz not null default now(),
  conjunto text not null,
  empresa_id int not null,
  -- The key of the row: its number, or its container's, series's; and its moment.
  n bigint not null,
  t timestamptz not null
);
create index dato_cambio_conjunto_xid_idx on dato_cambio (conjunto, xid);
create index dato_cambio_momento_idx on dato_cambio using brin (momento);

-- The same of events, up to a thousand in a row: one each would hold up their writing.
create table evento_lote (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  momento timestamptz not null default now(),
  ids bigint[] not null,
  tiempos timestamptz[] not null
);
create index evento_lote_xid_idx on evento_lote (xid);
create index evento_lote_momento_idx on evento_lote using brin (momento);
create trigger datos after insert on evento referencing new table as nuevos for each statement execute function anotar_lote();

create trigger datos_alta after insert on estancia referencing new table as tocada for each statement execute function anotar_dato();
create trigger datos_baja after delete on estancia referencing old table as tocada for each statement execute function anotar_dato();
create trigger datos_era after update on estancia referencing old table as tocada for each statement execute function anotar_dato();
create trigger datos_es after update on estancia referencing new table as tocada for each statement execute function anotar_dato();
create trigger datos_alta after insert on visita referencing new table as tocada for each statement execute function anotar_dato();
create trigger datos_baja after delete on visita referencing old table as tocada for each statement execute function anotar_dato();
create trigger datos_era after update on visita referencing old table as tocada for each statement execute function anotar_dato();
create trigger datos_es after update on visita referencing new table as tocada for each statement execute function anotar_dato();
create trigger datos_alta after insert on incidencia referencing new table as tocada for each statement execute function anotar_dato();
create trigger datos_baja after delete on incidencia referencing old table as tocada for each statement execute function anotar_dato();
create trigger datos_era after update on incidencia referencing old table as tocada for each statement execute function anotar_dato();
create trigger datos_es after update on incidencia referencing new table as tocada for each statement execute function anotar_dato();
create trigger datos_alta after insert on prevision referencing new table as tocada for each statement execute function anotar_dato();
create trigger datos_baja after delete on prevision referencing old table as tocada for each statement execute function anotar_dato();
create trigger datos_es after update on prevision referencing new table as tocada for each statement execute function anotar_dato();
-- Before its forecasts go with it, and nobody knows whose they were.
create trigger datos_baja before delete on prevision_serie for each row execute function anotar_serie();
-- The stay that goes on.
create trigger datos_alta after insert on dispositivo_estado for each row when (new.lector_desde is not null) execute function anotar_abierta();
create trigger datos_baja after delete on dispositivo_estado for each row when (old.lector_desde is not null) execute function anotar_abierta();
create trigger datos_es after update on dispositivo_estado for each row
  when ((old.lector_desde, old.lector_id, old.ubicacion_id) is distinct from (new.lector_desde, new.lector_id, new.ubicacion_id))
  execute function anotar_abierta();
-- A reader that was moved.
create trigger datos after insert or update on lector_lugar for each row execute function anotar_traslado();
