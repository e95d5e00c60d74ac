-- Visits: a container in a stage of its loop, from when to when, made of its stays. With them what hangs on them: the leg that led
-- there, the round that ended there, and the time by the open hours of the plant.

-- The open clock of each plant: what it shows at a moment is for how long the plant has been open before. Without a calendar it is open always.
create table reloj (
  empresa_id int not null references empresa (id) on delete cascade,
  -- As in calendario; empty: of all plants that have none of their own.
  planta text not null,
  desde timestamptz not null,
  hasta timestamptz not null,
  -- Open seconds before.
  antes_s float8 not null,
  primary key (empresa_id, planta, desde)
);

-- What the open clock of a plant shows, seconds. Not for many rows at once: those join the table.
create function lee_reloj(de_empresa int, de_planta text, cuando timestamptz) returns float8 language sql stable as $$
  select antes_s + extract(epoch from least(cuando, hasta) - desde)
  from reloj where empresa_id = de_empresa and planta = de_planta and desde <= cuando order by desde desc limit 1
$$;

-- It refers to nothing by keys: looking up what each row refers to took more than half of the time in which they are made.
create table visita (
  dispositivo_id bigint not null,
  desde timestamptz not null,
  empresa_id int not null,
  ciclo_id bigint not null,
  etapa_id bigint not null,
  familia text not null,
  -- Where it stood last of the stage's locations.
  ubicacion_id bigint not null,
  -- When it left, or was heard last; null: it is there.
  hasta timestamptz,
  -- How it ended: heard elsewhere ('paso'), not heard any more ('silencio'), taken off the register ('baja').
  fin text check (fin in ('paso', 'silencio', 'baja')),
  -- The plant's open clock at both ends, seconds.
  reloj_desde float8 not null,
  reloj_hasta float8,
  -- The leg that led here: from which stage (null: none before), and when it left there.
  previa_etapa_id bigint,
  previa_hasta timestamptz,
  -- At the anchor: when the round began that ends here; null: none before.
  vuelta_desde timestamptz,
  vuelta_reloj float8,
  primary key (dispositivo_id, desde),
  check ((hasta is null) = (fin is null))
);
create index visita_abierta on visita (empresa_id, etapa_id, familia, reloj_desde) include (dispositivo_id, desde) where hasta is null;
create index visita_callada on visita (empresa_id, etapa_id, familia, hasta) where fin = 'silencio';
create index on visita (etapa_id, hasta);
create index on visita (etapa_id, desde);
create index on visita (empresa_id, desde);

-- What goes takes its visits along; whatever is made meanwhile is made anew, since the stages of the company have changed.
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

-- Containers whose stays have changed since their visits were made, and from when on; many rows of one are one. Without a
-- container: all of the company.
create table visita_pendiente (
  id bigint generated always as identity primary key,
  empresa_id int not null,
  dispositivo_id bigint,
  desde timestamptz not null
);

create function pedir_visita() returns trigger language plpgsql as $$
begin
  insert into visita_pendiente (empresa_id, dispositivo_id, desde)
  select empresa_id, dispositivo_id, min(desde) from tocada group by 1, 2;
  return null;
end $$;
create trigger visita_alta after insert on estancia referencing new table as tocada for each statement execute function pedir_visita();
create trigger visita_baja after delete on estancia referencing old table as tocada for each statement execute function pedir_visita();
create trigger visita_era after update on estancia referencing old table as tocada for each statement execute function pedir_visita();
create trigger visita_es after update on estancia referencing new table as tocada for each statement execute function pedir_visita();

-- The stay that goes on is in dispositivo_estado.
create function pedir_visita_actual() returns trigger language plpgsql as $$
begin
  insert into visita_pendiente (empresa_id, dispositivo_id, desde)
  values (new.empresa_id, new.dispositivo_id, coalesce(new.lector_desde, now()));
  return null;
end $$;
create trigger visita_empieza after insert on dispositivo_estado for each row
  when (new.lector_desde is not null) execute function pedir_visita_actual();
create trigger visita_sigue after update on dispositivo_estado for each row
  when (old.lector_desde is distinct from new.lector_desde or old.ubicacion_id is distinct from new.ubicacion_id)
  execute function pedir_visita_actual();

create function pedir_visitas() returns trigger language plpgsql as $$
begin
  insert into visita_pendiente (empresa_id, desde) values (coalesce(new.empresa_id, old.empresa_id), '-infinity');
  return null;
end $$;
create trigger visitas after insert or update or delete on calendario for each row execute function pedir_visitas();
create trigger visitas after insert or update or delete on ciclo for each row execute function pedir_visitas();
create trigger visitas after insert or delete on etapa_lugar for each row execute function pedir_visitas();

create function pedir_visita_dispositivo() returns trigger language plpgsql as $$
begin
  if new.tipo = 'Reader' then
    insert into visita_pendiente (empresa_id, desde) values (new.empresa_id, '-infinity');
  else
    insert into visita_pendiente (empresa_id, dispositivo_id, desde) values (new.empresa_id, new.id, '-infinity');
  end if;
  return null;
end $$;
create trigger visita_otra after update of familia, empresa_id, ubicacion_id, tipo, eliminado on dispositivo for each row
  when ((old.familia, old.empresa_id, old.tipo, old.eliminado) is distinct from (new.familia, new.empresa_id, new.tipo, new.eliminado)
    or (new.tipo = 'Reader' and old.ubicacion_id is distinct from new.ubicacion_id))
  execute function pedir_visita_dispositivo();

-- Which loop each container runs through: that of its family, or the one of all others.
create view contenedor_ciclo as
select d.id as dispositivo_id, d.empresa_id, coalesce(d.familia, '') as familia, d.eliminado, c.id as ciclo_id
from dispositivo d
join lateral (
  select id from ciclo where empresa_id = d.empresa_id and (d.familia = any (familias) or familias = '{}')
  order by familias = '{}' limit 1
) c on true
where d.tipo <> 'Reader';

-- Whose clock a stage goes by: that of the plant of its locations, where that has a calendar.
create view etapa_reloj as
select e.id as etapa_id, e.empresa_id, coalesce(min(k.planta), '') as planta
from etapa e
left join etapa_lugar l on l.etapa_id = e.id
left join ubicacion u on u.id = l.ubicacion_id
left join calendario k on k.empresa_id = e.empresa_id and k.planta = u.planta and k.planta <> ''
group by e.id;

-- Visits of these containers anew, each from a moment on. Neighbouring stays in one stage are one visit, over gaps of up to an hour: a silence
-- that is no longer is no way out and back. Returns how many containers there were.
-- The open clocks are looked up in arrays: in the table that took longer than all else.
-- Planned anew each time: a plan made while there are none yet is one for none.
create function rehacer_visitas(ids bigint[], momentos timestamptz[]) returns bigint language plpgsql
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

insert into visita_pendiente (empresa_id, desde) select distinct empresa_id, timestamptz '-infinity' from ciclo;
