-- Visits are made by the hundred thousand: looking up what each refers to took more than half of that time. What goes takes its visits along
-- by itself; whatever is made meanwhile is made anew, since the stages of the company have changed.
alter table visita drop constraint visita_dispositivo_id_fkey, drop constraint visita_ciclo_id_fkey, drop constraint visita_etapa_id_fkey;

create function quitar_visitas() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'etapa' then
    delete from visita where etapa_id = old.id;
  else
    delete from visita where dispositivo_id = old.id;
  end if;
  return null;
end $$;
create trigger visitas_fuera after delete on etapa for each row execute function quitar_visitas();
create trigger visitas_fuera after delete on dispositivo for each row execute function quitar_visitas();

-- Visits of these containers anew, each from a moment on. Neighbouring stays in one stage are one visit, over gaps of up to an hour: a silence
-- that is no longer is no way out and back. Returns how many containers there were.
-- The open clocks are looked up in arrays: in the table that took longer than all else.
-- Planned anew each time: a plan made while there are none yet is one for none.
create or replace function rehacer_visitas(ids bigint[], momentos timestamptz[]) returns bigint language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare
  cortes timestamptz[];
begin
  -- The visit before the change may go on through it.
  select array_agg(coalesce((
      select v.desde from visita v where v.dispositivo_id = p.id and v.desde < p.momento - interval '1 second'
      order by v.desde desc limit 1), '-infinity') order by p.n)
  into cortes from unnest(ids, momentos) with ordinality as p (id, momento, n);

  delete from visita v using unnest(ids, cortes) as p (id, corte) where v.dispositivo_id = p.id and v.desde >= p.corte;

  insert into visita (dispositivo_id, desde, empresa_id, ciclo_id, etapa_id, familia, ubicacion_id, hasta, fin,
    reloj_desde, reloj_hasta, previa_etapa_id, previa_hasta, vuelta_desde, vuelta_reloj)
  -- Each step carries on what it needs: joined again, the planner would take so many rows for few.
  with horas_abiertas as materialized (
    select empresa_id, planta, array_agg(desde order by desde) as d, array_agg(hasta order by desde) as h, array_agg(antes_s order by desde) as a
    from reloj group by 1, 2
  ), suelta as (
    select p.id, p.corte, c.ciclo_id, c.empresa_id, c.familia, e.desde, coalesce(e.hasta, c.eliminado) as hasta,
      e.ubicacion_id, l.etapa_id,
      case when e.hasta is null then case when c.eliminado is not null then 'baja' end when e.silencio then 'silencio' end as fin,
      max(e.desde) over (partition by p.id) as ultima
    from unnest(ids, cortes) as p (id, corte)
    join contenedor_ciclo c on c.dispositivo_id = p.id
    cross join lateral (
      select desde, hasta, ubicacion_id, silencio from estancia_toda
      where dispositivo_id = p.id and desde >= p.corte and (hasta is null or hasta >= desde) offset 0
    ) e
    left join etapa_lugar l on l.ciclo_id = c.ciclo_id and l.ubicacion_id = e.ubicacion_id
  ), marcada as (
    select *, (lag(etapa_id) over w is distinct from etapa_id
      or coalesce(lag(hasta) over w < desde - interval '1 hour', true))::int as nueva
    from suelta where etapa_id is not null
    window w as (partition by id order by desde)
  ), numerada as (
    select *, sum(nueva) over (partition by id order by desde) as grupo from marcada
  ), junta as (
    select id, ciclo_id, empresa_id, familia, etapa_id, ultima, corte, min(desde) as desde,
      case when bool_or(hasta is null) then null else max(hasta) end as hasta,
      (array_agg(ubicacion_id order by desde desc))[1] as ubicacion_id,
      (array_agg(fin order by desde desc))[1] as fin
    from numerada group by id, ciclo_id, empresa_id, familia, etapa_id, ultima, corte, grupo
  ), hecha as (
    select j.*, t.ancla, rd.s as reloj_desde, rh.s as reloj_hasta,
      lag(j.etapa_id) over w as previa_etapa_id, lag(j.hasta) over w as previa_hasta,
      max(j.desde) filter (where t.ancla) over antes as vuelta_desde,
      max(coalesce(rd.s, 0)) filter (where t.ancla) over antes as vuelta_reloj
    from junta j
    join etapa t on t.id = j.etapa_id
    join etapa_reloj k on k.etapa_id = j.etapa_id
    left join horas_abiertas c on c.empresa_id = k.empresa_id and c.planta = k.planta
    left join lateral (
      select c.a[i] + extract(epoch from least(j.desde, c.h[i]) - c.d[i]) as s from (select width_bucket(j.desde, c.d) as i offset 0) i offset 0
    ) rd on true
    left join lateral (
      select c.a[i] + extract(epoch from least(j.hasta, c.h[i]) - c.d[i]) as s from (select width_bucket(j.hasta, c.d) as i offset 0) i offset 0
    ) rh on true
    window w as (partition by j.id order by j.desde),
      antes as (partition by j.id order by j.desde rows between unbounded preceding and 1 preceding)
  )
  select h.id, h.desde, h.empresa_id, h.ciclo_id, h.etapa_id, h.familia, h.ubicacion_id, h.hasta,
    -- Heard anywhere after it, it went there; else it ended as its last stay did.
    case when h.hasta is null then null when h.ultima > h.hasta then 'paso' else coalesce(h.fin, 'paso') end,
    coalesce(h.reloj_desde, 0), case when h.hasta is not null then coalesce(h.reloj_hasta, 0) end,
    coalesce(h.previa_etapa_id, a.etapa_id), coalesce(h.previa_hasta, a.hasta),
    case when h.ancla then coalesce(h.vuelta_desde, b.desde) end,
    case when h.ancla then coalesce(h.vuelta_reloj, b.reloj_desde) end
  from hecha h
  -- What was before the moment stays as it is.
  left join lateral (
    select etapa_id, hasta from visita x
    where x.dispositivo_id = h.id and x.desde < h.corte and h.corte > '-infinity' and h.previa_etapa_id is null
    order by x.desde desc limit 1
  ) a on true
  left join lateral (
    select x.desde, x.reloj_desde from visita x join etapa y on y.id = x.etapa_id and y.ancla
    where x.dispositivo_id = h.id and x.desde < h.corte and h.corte > '-infinity' and h.ancla and h.vuelta_desde is null
    order by x.desde desc limit 1
  ) b on true;
  return coalesce(array_length(ids, 1), 0);
end $$;
