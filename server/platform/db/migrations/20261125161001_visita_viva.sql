-- The last visit of each container that is in a stage or fell silent there: the lists of what is there now read this and not all visits.
-- Triggers on visita keep it, in the transaction that writes the visit.
create table visita_viva (
  dispositivo_id bigint primary key,
  desde timestamptz not null,
  empresa_id int not null,
  etapa_id bigint not null,
  familia text not null,
  -- When it was heard last; null: it is there.
  hasta timestamptz,
  -- The plant's open clock at both ends, seconds.
  reloj_desde float8 not null,
  reloj_hasta float8,
  -- The open cause of its reader that the container waits behind, as of the last check of causes; null: none.
  causa_id bigint
);
-- The triggers first: what others write meanwhile waits for them.
create trigger vivas_alta after insert on visita referencing new table as tocada for each statement execute function anotar_vivas();
create trigger vivas_baja after delete on visita referencing old table as tocada for each statement execute function anotar_vivas();
create trigger vivas_es after update on visita referencing new table as tocada for each statement execute function anotar_vivas();
insert into visita_viva (dispositivo_id, desde, empresa_id, etapa_id, familia, hasta, reloj_desde, reloj_hasta)
select v.dispositivo_id, v.desde, v.empresa_id, v.etapa_id, v.familia, v.hasta, v.reloj_desde, v.reloj_hasta from visita v
where (v.hasta is null or v.fin = 'silencio')
  and not exists (select from visita w where w.dispositivo_id = v.dispositivo_id and w.desde > v.desde);
-- In the order of a page: containers that came while the plant was closed share a reading of its clock.
create index visita_viva_abierta on visita_viva (empresa_id, etapa_id, familia, reloj_desde, dispositivo_id, desde) include (causa_id)
  where hasta is null;
-- In the order in which a page of a stage shows them.
create index visita_viva_por_horas on visita_viva (empresa_id, etapa_id, reloj_desde, dispositivo_id, desde) include (familia, causa_id)
  where hasta is null;
create index visita_viva_callada on visita_viva (empresa_id, etapa_id, familia) where hasta is not null;

-- Rounds that ended in a week are counted in the index alone.
create index visita_de_vuelta on visita (empresa_id, desde) where vuelta_desde is not null;
