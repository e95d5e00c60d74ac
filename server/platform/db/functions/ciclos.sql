-- What goes takes its visits along; whatever is made meanwhile is made anew, since the stages of the company have changed.
create or replace function quitar_visitas() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'etapa' then
    delete from visita where etapa_id = old.id;
  else
    delete from visita where dispositivo_id = old.id;
    insert into visita_pendiente (empresa_id, dispositivo_id, desde) values (old.empresa_id, old.id, '-infinity');
  end if;
  return null;
end $$;

-- How the calling function plans its next statements, which are about this number of containers. About many, they are planned anew each time: a
-- plan made while there were none yet would be one for none. About a few, planning takes ten times as long as all else, so that a plan is kept:
-- one that goes by indexes, which stays right however much the tables grow. Callers set all of these themselves, so that their end undoes it.
create or replace function plan_contenedores(n int) returns void language plpgsql as $$
declare
  pocos boolean := n <= 20;
begin
  perform set_config('plan_cache_mode', case when pocos then 'force_generic_plan' else 'force_custom_plan' end, true),
    set_config('enable_seqscan', case when pocos then 'off' else 'on' end, true),
    set_config('enable_hashjoin', case when pocos then 'off' else 'on' end, true),
    set_config('enable_mergejoin', case when pocos then 'off' else 'on' end, true);
end $$;

-- The last visit of each container of these rows of visita, where it is there or fell silent there. Writes only what differs.
-- Planned by plan_contenedores: the rows are one or a hundred thousand.
create or replace function anotar_vivas() returns trigger language plpgsql
set plan_cache_mode = force_custom_plan set enable_seqscan = on set enable_hashjoin = on set enable_mergejoin = on set jit = off as $$
declare
  ids bigint[];
begin
  select array_agg(distinct dispositivo_id) into ids from tocada;
  if ids is null then
    return null;
  end if;
  perform plan_contenedores(cardinality(ids));
  with ahora as materialized (
    select v.dispositivo_id, v.desde, v.empresa_id, v.etapa_id, v.familia, v.hasta, v.reloj_desde, v.reloj_hasta, c.causa_id
    from unnest(ids) as i (id)
    cross join lateral (select * from visita where dispositivo_id = i.id order by desde desc limit 1) v
    left join contenedores_tras_causa(ids) c on c.dispositivo_id = i.id
    where v.hasta is null or v.fin = 'silencio'
  ), fuera as (
    delete from visita_viva where dispositivo_id = any (ids) and dispositivo_id not in (select dispositivo_id from ahora)
  )
  insert into visita_viva as v (dispositivo_id, desde, empresa_id, etapa_id, familia, hasta, reloj_desde, reloj_hasta, causa_id)
  select * from ahora order by dispositivo_id
  on conflict (dispositivo_id) do update set (desde, empresa_id, etapa_id, familia, hasta, reloj_desde, reloj_hasta, causa_id) =
    (excluded.desde, excluded.empresa_id, excluded.etapa_id, excluded.familia, excluded.hasta, excluded.reloj_desde, excluded.reloj_hasta,
    excluded.causa_id)
  where v is distinct from excluded;
  return null;
end $$;

create or replace function pedir_visita() returns trigger language plpgsql as $$
begin
  insert into visita_pendiente (empresa_id, dispositivo_id, desde)
  select empresa_id, dispositivo_id, min(desde) from tocada group by 1, 2;
  return null;
end $$;

-- The stay that goes on is in dispositivo_estado.
create or replace function pedir_visita_actual() returns trigger language plpgsql as $$
begin
  insert into visita_pendiente (empresa_id, dispositivo_id, desde)
  values (new.empresa_id, new.dispositivo_id, coalesce(new.lector_desde, now()));
  return null;
end $$;

create or replace function pedir_visitas() returns trigger language plpgsql as $$
begin
  insert into visita_pendiente (empresa_id, desde) values (coalesce(new.empresa_id, old.empresa_id), '-infinity');
  return null;
end $$;

create or replace function pedir_visita_dispositivo() returns trigger language plpgsql as $$
begin
  if new.tipo = 'Reader' then
    insert into visita_pendiente (empresa_id, desde) values (new.empresa_id, '-infinity');
  else
    -- The company that it was of counts it no more.
    insert into visita_pendiente (empresa_id, dispositivo_id, desde)
    select distinct e, new.id, timestamptz '-infinity' from unnest(array[old.empresa_id, new.empresa_id]) e;
  end if;
  return null;
end $$;

-- Visits and arrivals of these containers anew, each from a moment on, as before; made for thousands at once, and writing only what differs, so that whoever
-- reads meanwhile finds the others as they were. Neighbouring stays in one stage are one visit, over gaps of up to an hour: a silence that is no
-- longer is no way out and back. Returns how many containers there were.
-- Two calls at once must not be of the same container.
-- Rows are written in the order of time: four of the indexes are in it, and a row each at random places took most of the time.
-- The stays are asked for by an array, which reaches through the view; joined, the planner would make all of them, or what is known of readers
-- and causes once a container. The open clocks are looked up in arrays: in the table that took longer than all else.
-- Planned by plan_contenedores. Compiled, a plan as long as this takes seconds.
create or replace function rehacer_visitas(ids bigint[], momentos timestamptz[]) returns bigint language plpgsql
set plan_cache_mode = force_custom_plan set enable_seqscan = on set enable_hashjoin = on set enable_mergejoin = on
set jit = off set work_mem = '48MB' as $$
declare
  cortes timestamptz[];
begin
  if cardinality(ids) = 0 then
    return 0;
  end if;
  perform plan_contenedores(cardinality(ids));
  -- The visit before the change may go on through it.
  select array_agg(coalesce((
      select v.desde from visita v where v.dispositivo_id = p.id and v.desde < p.momento - interval '1 second'
      order by v.desde desc limit 1), '-infinity') order by p.n)
  into cortes from unnest(ids, momentos) with ordinality as p (id, momento, n);

  with horas_abiertas as materialized (
    select empresa_id, planta, array_agg(desde order by desde) as d, array_agg(hasta order by desde) as h, array_agg(antes_s order by desde) as a
    from reloj group by 1, 2
  ), etapas as materialized (
    select t.id, t.ancla, c.d, c.h, c.a
    from etapa t join etapa_reloj k on k.etapa_id = t.id
    left join horas_abiertas c on c.empresa_id = k.empresa_id and c.planta = k.planta
    where t.empresa_id in (select empresa_id from dispositivo where id = any (ids))
  ), suelta as (
    select p.id, p.corte, c.ciclo_id, c.empresa_id, c.familia, e.desde, coalesce(e.hasta, c.eliminado) as hasta,
      e.ubicacion_id, l.etapa_id,
      case when e.hasta is null then case when c.eliminado is not null then 'baja' end when e.silencio then 'silencio' end as fin,
      max(e.desde) over (partition by p.id order by e.desde rows between unbounded preceding and unbounded following) as ultima
    from unnest(ids, cortes) as p (id, corte)
    join (select * from contenedor_ciclo where dispositivo_id = any (ids) offset 0) c on c.dispositivo_id = p.id
    join (
      select dispositivo_id, desde, hasta, ubicacion_id, silencio from estancia_toda
      where dispositivo_id = any (ids) and (hasta is null or hasta >= desde) offset 0
    ) e on e.dispositivo_id = p.id and e.desde >= p.corte
    left join etapa_lugar l on l.ciclo_id = c.ciclo_id and l.ubicacion_id = e.ubicacion_id
  ), marcada as (
    select *, lag(etapa_id) over w is distinct from etapa_id
      or coalesce(lag(hasta) over w < desde - interval '1 hour', true) as nueva
    from suelta where etapa_id is not null
    window w as (partition by id order by desde)
  ), numerada as (
    select *, max(desde) filter (where nueva) over (partition by id order by desde) as empieza,
      coalesce(lead(nueva) over (partition by id order by desde), true) as acaba
    from marcada
  ), junta as (
    select id, empieza as desde, max(ciclo_id) as ciclo_id, max(empresa_id) as empresa_id, max(familia) as familia, max(etapa_id) as etapa_id,
      max(ultima) as ultima, max(corte) as corte,
      case when bool_or(hasta is null) then null else max(hasta) end as hasta,
      max(ubicacion_id) filter (where acaba) as ubicacion_id, max(fin) filter (where acaba) as fin
    from numerada group by id, empieza
  ), hecha as (
    select j.*, t.ancla,
      t.a[rd.i] + extract(epoch from least(j.desde, t.h[rd.i]) - t.d[rd.i]) as reloj_desde,
      t.a[rh.i] + extract(epoch from least(j.hasta, t.h[rh.i]) - t.d[rh.i]) as reloj_hasta
    from junta j join etapas t on t.id = j.etapa_id
    cross join lateral (select width_bucket(j.desde, t.d) as i offset 0) rd
    cross join lateral (select width_bucket(j.hasta, t.d) as i offset 0) rh
    -- Apart from the steps that follow: they would carry the clocks along, a row each.
    offset 0
  ), seguida as (
    select *, lag(etapa_id) over w as previa_etapa_id, lag(hasta) over w as previa_hasta,
      max(desde) filter (where ancla) over antes as vuelta_desde,
      max(coalesce(reloj_desde, 0)) filter (where ancla) over antes as vuelta_reloj
    from hecha
    window w as (partition by id order by desde),
      antes as (partition by id order by desde rows between unbounded preceding and 1 preceding)
  ), nueva as materialized (
    select s.id as dispositivo_id, s.desde, s.empresa_id, s.ciclo_id, s.etapa_id, s.familia, s.ubicacion_id, s.hasta,
      -- Heard anywhere after it, it went there; else it ended as its last stay did.
      case when s.hasta is null then null when s.ultima > s.hasta then 'paso' else coalesce(s.fin, 'paso') end as fin,
      coalesce(s.reloj_desde, 0) as reloj_desde, case when s.hasta is not null then coalesce(s.reloj_hasta, 0) end as reloj_hasta,
      coalesce(s.previa_etapa_id, a.etapa_id) as previa_etapa_id, coalesce(s.previa_hasta, a.hasta) as previa_hasta,
      case when s.ancla then coalesce(s.vuelta_desde, b.desde) end as vuelta_desde,
      case when s.ancla then coalesce(s.vuelta_reloj, b.reloj_desde) end as vuelta_reloj
    from seguida s
    -- What was before the moment stays as it is.
    left join lateral (
      select etapa_id, hasta from visita x
      where x.dispositivo_id = s.id and x.desde < s.corte and s.corte > '-infinity' and s.previa_etapa_id is null
      order by x.desde desc limit 1
    ) a on true
    left join lateral (
      select x.desde, x.reloj_desde from visita x join etapa y on y.id = x.etapa_id and y.ancla
      where x.dispositivo_id = s.id and x.desde < s.corte and s.corte > '-infinity' and s.ancla and s.vuelta_desde is null
      order by x.desde desc limit 1
    ) b on true
  ), fuera as (
    delete from visita v using unnest(ids, cortes) as p (id, corte)
    where v.dispositivo_id = p.id and v.desde >= p.corte
      and (v.dispositivo_id, v.desde) not in (select dispositivo_id, desde from nueva)
  )
  insert into visita as v (dispositivo_id, desde, empresa_id, ciclo_id, etapa_id, familia, ubicacion_id, hasta, fin,
    reloj_desde, reloj_hasta, previa_etapa_id, previa_hasta, vuelta_desde, vuelta_reloj)
  select * from nueva order by desde
  on conflict (dispositivo_id, desde) do update set (empresa_id, ciclo_id, etapa_id, familia, ubicacion_id, hasta, fin,
    reloj_desde, reloj_hasta, previa_etapa_id, previa_hasta, vuelta_desde, vuelta_reloj) =
    (excluded.empresa_id, excluded.ciclo_id, excluded.etapa_id, excluded.familia, excluded.ubicacion_id, excluded.hasta, excluded.fin,
    excluded.reloj_desde, excluded.reloj_hasta, excluded.previa_etapa_id, excluded.previa_hasta, excluded.vuelta_desde, excluded.vuelta_reloj)
  where v is distinct from excluded;

  perform rehacer_llegadas(ids, momentos);
  return coalesce(array_length(ids, 1), 0);
end $$;
