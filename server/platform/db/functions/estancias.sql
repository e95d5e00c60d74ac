create or replace function anotar_estancia() returns trigger language plpgsql as $$
declare
  fin timestamptz := greatest(coalesce(new.previa_hasta, new.lector_desde, new.recibido), old.lector_desde);
  minimo float8;
begin
  -- It began while our clock was ahead, and is dated back now: no stay has ended.
  if old.lector_desde > new.recibido + interval '5 minutes' then
    return null;
  end if;
  -- Back from a place that it only passed: the stay before goes on.
  delete from estancia where dispositivo_id = new.dispositivo_id and desde = new.lector_desde;
  if found then
    return null;
  end if;
  select segundos_estancia into minimo from ajuste where empresa_id = old.empresa_id;
  if fin - old.lector_desde < make_interval(secs => coalesce(minimo, 0)) then
    return null;
  end if;
  insert into estancia (empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta, silencio, certeza)
  values (old.empresa_id, old.dispositivo_id, old.lector_id, old.ubicacion_id, old.lector_desde, fin, new.previa_silencio, old.certeza)
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

-- All containers of the company arrive by other rules, or at places that bear other names.
create or replace function pedir_llegadas() returns trigger language plpgsql as $$
begin
  insert into visita_pendiente (empresa_id, dispositivo_id, desde)
  select empresa_id, id, '-infinity' from dispositivo where empresa_id = old.empresa_id and tipo <> 'Reader';
  return null;
end $$;

-- The arrivals of these containers anew, each from the one before a moment on, and their counts; writes only what differs. All are of odd ids or
-- all of even ones: two that count at once write rows of their own. No other call is of the same containers meanwhile: rows stay where they are.
create or replace function rehacer_llegadas(ids bigint[], momentos timestamptz[]) returns void language plpgsql
set plan_cache_mode = force_custom_plan set enable_seqscan = on set enable_hashjoin = on set enable_mergejoin = on
set jit = off set work_mem = '48MB' as $$
declare
  cortes timestamptz[];
  suya int := ids[1] % 2;
begin
  perform plan_contenedores(cardinality(ids));
  -- The one before may be a stay that has become too short to be one.
  select array_agg(coalesce((
      select l.desde from llegada l where l.dispositivo_id = p.id and l.desde < p.momento order by l.desde desc limit 1), '-infinity') order by p.n)
  into cortes from unnest(ids, momentos) with ordinality as p (id, momento, n);

  with suelta as (
    select e.dispositivo_id, e.desde, d.empresa_id, e.lector_id, coalesce(u.id, 0) as ubicacion_id,
      case when u.id is null then coalesce(e.lugar, '') else '' end as lugar, p.corte,
      (lag(coalesce(e.lugar, '')) over w is distinct from coalesce(e.lugar, '') or lag(e.silencio) over w
        or lag(e.hasta) over w < e.desde - make_interval(mins => a.minutos_salida)) as nueva
    from unnest(ids, cortes) as p (id, corte)
    join dispositivo d on d.id = p.id and d.tipo <> 'Reader'
    join ajuste a on a.empresa_id = d.empresa_id
    join (
      select dispositivo_id, empresa_id, desde, hasta, lector_id, ubicacion_id, lugar, silencio from estancia_toda
      where dispositivo_id = any (ids) offset 0
    ) e on e.dispositivo_id = d.id and e.empresa_id = d.empresa_id
    left join ubicacion u on u.id = e.ubicacion_id
    window w as (partition by e.dispositivo_id order by e.desde)
  ), hay as materialized (
    select l.*, l.ctid as fila from unnest(ids, cortes) as p (id, corte) join llegada l on l.dispositivo_id = p.id and l.desde >= p.corte
  ), debe as materialized (
    select dispositivo_id, desde, empresa_id, (desde at time zone (select zona from instalacion))::date as dia, lector_id, ubicacion_id, lugar,
      coalesce(nueva, false) as nueva
    from suelta where desde >= corte
  ), cambio as materialized (
    select debe.*, hay.fila from debe full join hay using (dispositivo_id, desde)
    where (debe.empresa_id, debe.dia, debe.lector_id, debe.ubicacion_id, debe.lugar, debe.nueva)
      is distinct from (hay.empresa_id, hay.dia, hay.lector_id, hay.ubicacion_id, hay.lugar, hay.nueva)
  ), fuera as (
    -- By an array: joined, the planner would read all of the table.
    delete from llegada l where ctid = any (array(select fila from cambio where fila is not null)) returning l.*
  ), hecha as (
    insert into llegada (dispositivo_id, desde, empresa_id, dia, lector_id, ubicacion_id, lugar, nueva)
    select dispositivo_id, desde, empresa_id, dia, lector_id, ubicacion_id, lugar, nueva
    from cambio where empresa_id is not null order by dispositivo_id, desde
    returning *
  )
  insert into llegada_cuenta as c (empresa_id, dia, mitad, lector_id, ubicacion_id, lugar, estancias, llegadas)
  select empresa_id, dia, suya, lector_id, ubicacion_id, lugar, sum(n), sum(case when nueva then n else 0 end)
  from (select *, -1 as n from fuera union all select *, 1 from hecha) x
  group by empresa_id, dia, lector_id, ubicacion_id, lugar having sum(n) <> 0 or sum(case when nueva then n else 0 end) <> 0
  on conflict (empresa_id, dia, mitad, lector_id, ubicacion_id, lugar) do update
    set estancias = c.estancias + excluded.estancias, llegadas = c.llegadas + excluded.llegadas;

  -- Also where no arrival differs: the book of custody reads departures too.
  insert into custodia_pendiente (empresa_id, dispositivo_id, desde)
  select d.empresa_id, p.id, p.corte from unnest(ids, cortes) as p (id, corte) join dispositivo d on d.id = p.id
  where d.empresa_id in (select empresa_id from tercero)
    and exists (select from llegada l where l.dispositivo_id = p.id and l.desde >= p.corte);
end $$;
