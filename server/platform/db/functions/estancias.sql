create or replace function anotar_estancia() returns trigger language plpgsql as $$
declare
  fin timestamptz := greatest(coalesce(new.previa_hasta, new.lector_desde, new.recibido), old.lector_desde);
  minimo float8;
begin
  -- Back from a place that it only passed: the stay before goes on.
  delete from estancia where dispositivo_id = new.dispositivo_id and desde = new.lector_desde;
  if found then
    return null;
  end if;
  select segundos_estancia into minimo from ajuste where empresa_id = old.empresa_id;
  if fin - old.lector_desde < make_interval(secs => coalesce(minimo, 0)) then
    return null;
  end if;
  insert into estancia (empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta, silencio)
  values (old.empresa_id, old.dispositivo_id, old.lector_id, old.ubicacion_id, old.lector_desde, fin, new.previa_silencio)
  on conflict do nothing;
  return null;
end $$;

create or replace function rehacer_estancias() returns void language sql as $$
  delete from estancia;
  insert into estancia (empresa_id, dispositivo_id, lector_id, desde, hasta)
  select x.empresa_id, x.dispositivo_id, x.lector_id, x.desde, x.hasta
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
