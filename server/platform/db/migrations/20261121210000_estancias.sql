-- Where each container stood, and from when to when: written as its reader changes, so that charts and histories do
-- not have to look through the events. The stay that goes on is in dispositivo_estado (lector_id, lector_desde).

create table estancia (
  empresa_id int not null,
  dispositivo_id bigint not null,
  lector_id bigint not null,
  -- The reader's place at that time; null: it had none.
  ubicacion_id bigint,
  desde timestamptz not null,
  hasta timestamptz not null,
  primary key (dispositivo_id, desde)
);
create index on estancia (empresa_id, hasta, desde);

create function anotar_estancia() returns trigger language plpgsql as $$
begin
  insert into estancia (empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta)
  select old.empresa_id, old.dispositivo_id, old.lector_id, l.ubicacion_id, old.lector_desde,
    greatest(coalesce(new.lector_desde, new.recibido), old.lector_desde)
  from dispositivo l where l.id = old.lector_id
  on conflict do nothing;
  return null;
end $$;
create trigger estancia_acabada after update on dispositivo_estado for each row
  when (old.lector_id is distinct from new.lector_id and old.lector_id is not null and old.lector_desde is not null)
  execute function anotar_estancia();

-- All stays anew from the events, which carry every change of reader.
create function rehacer_estancias() returns void language sql as $$
  delete from estancia;
  insert into estancia (empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta)
  select x.empresa_id, x.dispositivo_id, x.lector_id, l.ubicacion_id, x.desde, x.hasta
  from (
    select *, lead(desde) over (partition by dispositivo_id order by desde) as hasta
    from (
      select empresa_id, dispositivo_id, lector_id, tiempo as desde,
        lag(lector_id) over (partition by dispositivo_id order by tiempo, id) as previo
      from evento
    ) e
    where previo is distinct from lector_id
  ) x
  join dispositivo l on l.id = x.lector_id
  where x.hasta is not null
  on conflict do nothing;
$$;
select rehacer_estancias();

-- Every stay, the one that goes on too (hasta null).
create view estancia_toda as
select empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta from estancia
union all
select e.empresa_id, e.dispositivo_id, e.lector_id, l.ubicacion_id, e.lector_desde, null
from dispositivo_estado e join dispositivo l on l.id = e.lector_id
where e.lector_desde is not null;
