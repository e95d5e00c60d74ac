-- What broke (causa), and what changed of each container and reader, when it did (cambio).

create table causa (
  id bigint generated always as identity primary key,
  empresa_id int not null references empresa (id) on delete cascade,
  clase text not null check (clase in ('mudo', 'sordo', 'reloj', 'clave', 'red', 'nuestra')),
  -- Null: it is of the whole plant.
  lector_id bigint references dispositivo (id) on delete cascade,
  -- It is part of that one, which is told instead.
  padre_id bigint references causa (id) on delete set null,
  desde timestamptz not null,
  -- Null: it goes on.
  hasta timestamptz,
  -- Since when nothing is to be seen of it any more; it ends once that has lasted.
  bien timestamptz,
  vista timestamptz not null default now(),
  evidencia jsonb not null,
  -- When people were told of it; null: not (yet).
  avisada timestamptz,
  -- Who looks into it.
  persona_id bigint references usuario (id) on delete set null,
  asumida timestamptz,
  nota text check (length(nota) <= 1000)
);
create unique index causa_abierta on causa (empresa_id, clase, coalesce(lector_id, 0)) where hasta is null;
create index on causa (empresa_id, desde);
create index on causa (lector_id);
create index on causa (padre_id);
create trigger auditada after update on causa for each row execute function auditar();

-- Of what a reader usually hears, the share that is silent at any moment: its own measure of what is nothing special.
create table lector_habito (
  lector_id bigint primary key references dispositivo (id) on delete cascade,
  callados real not null,
  -- The largest share that it was while nothing was wrong, fading over months, and for how many minutes that has been looked at.
  peor real not null,
  minutos int not null
);

-- When causes were last looked for. A gap is one of ours: nobody looked, and perhaps nobody listened.
create table vigilancia (
  unica boolean primary key default true check (unica),
  ultima timestamptz not null
);

-- The cause that each reader's containers stand behind now, or the last one that ended.
create view causa_lector as
select distinct on (lector_id) lector_id, id, clase, desde, hasta from (
  select lector_id, id, clase, desde, hasta from causa where lector_id is not null and clase <> 'reloj'
  union all
  select d.id, k.id, k.clase, k.desde, k.hasta from causa k
  join dispositivo d on d.empresa_id = k.empresa_id and d.tipo = 'Reader' and d.eliminado is null
  where k.clase = 'nuestra'
) x
where hasta is null or hasta > now() - interval '60 days'
order by lector_id, hasta desc nulls first, id desc;

-- Whether a tag heard last at `oido` was silenced by a cause: heard until then, and not since.
create function tras_causa(oido timestamptz, desde timestamptz, hasta timestamptz, minutos int) returns boolean
language sql immutable parallel safe as $$
  select coalesce(oido > desde - make_interval(mins => minutos)
    and oido < coalesce(hasta, desde + make_interval(mins => minutos)), false)
$$;

create or replace view estancia_toda as
select e.empresa_id, e.dispositivo_id, e.lector_id, coalesce(e.ubicacion_id, p.ubicacion_id) as ubicacion_id,
  coalesce(u.nombre, p.nombre) as lugar, p.lat, p.lon,
  greatest(e.desde, p.desde) as desde, least(e.hasta, p.hasta) as hasta, e.silencio
from (
  select empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta, silencio from estancia
  union all
  select s.empresa_id, s.dispositivo_id, s.lector_id, s.ubicacion_id, s.lector_desde,
    case when x.salio then s.ultimo_registro end, x.salio
  from dispositivo_estado s
  join ajuste a on a.empresa_id = s.empresa_id
  left join dispositivo_estado le on le.dispositivo_id = s.lector_id
  left join causa_lector k on k.lector_id = s.lector_id
  cross join lateral (
    select case when tras_causa(s.ultimo_registro, k.desde, k.hasta, a.minutos_lector_sin_senal)
        then coalesce(k.hasta, now()) else s.ultimo_registro end < now() - make_interval(mins => a.minutos_salida)
      and not lector_calla(s.ultimo_registro, le.ultimo_registro, a.minutos_lector_sin_senal) as salio
  ) x
  where s.lector_id is not null and s.lector_desde is not null
) e
left join lector_lugar p on p.lector_id = e.lector_id and p.desde < coalesce(e.hasta, 'infinity')
  and coalesce(p.hasta, 'infinity') > e.desde
left join ubicacion u on u.id = coalesce(e.ubicacion_id, p.ubicacion_id);

drop view dispositivo_actual;
drop view dispositivo_todo;

create view dispositivo_todo as
select
  d.id,
  d.empresa_id,
  d.mac,
  d.apodo,
  d.tipo,
  d.activado,
  d.etiqueta,
  d.familia,
  d.creado,
  e.ultimo_registro,
  e.recibido,
  e.estado,
  e.bateria,
  e.bateria_mv,
  e.temperatura,
  e.humedad,
  e.accel,
  e.roll,
  e.pitch,
  e.rssi,
  e.valor,
  e.desfase_s,
  e.lector_id,
  e.lector_desde,
  l.apodo as lector_apodo,
  l.mac as lector_mac,
  u.nombre as ubicacion,
  case when e.lat is not null then e.lat when d.lat is not null then d.lat else l.lat end as lat,
  case when e.lat is not null then e.lon when d.lat is not null then d.lon else l.lon end as lon,
  silencio.ajeno as lector_sin_senal,
  -- How the place is known: nobody can hear it there, nobody hears the container any more, it is on its way, or it stands there.
  case
    when d.tipo = 'Reader' or l.id is null then null
    when silencio.ajeno then 'lector_mudo'
    when silencio.desde < now() - make_interval(mins => a.minutos_salida) then 'sin_senal'
    when e.en_camino then 'en_camino'
    else 'en_sitio'
  end as situacion,
  case when l.id is not null then e.certeza end as certeza,
  case when l.id is not null then s.nombre end as segunda,
  case when l.id is not null then e.segunda_certeza end as segunda_certeza,
  case
    when e.dispositivo_id is null then 'Sin registro'
    when d.tipo = 'Reader' then
      case when e.ultimo_registro < now() - make_interval(mins => a.minutos_viejo) then 'Necesita revisar' else 'Operativo' end
    when silencio.desde < now() - make_interval(mins => a.minutos_perdido) and not silencio.ajeno then 'Posible extravío'
    when silencio.desde < now() - make_interval(mins => a.minutos_viejo) and not silencio.ajeno then 'Posible tránsito'
    when e.bateria < a.bateria_baja
      or exists (select 1 from incidencia i where i.dispositivo_id = d.id and i.hubo_danio and not i.revisado)
      then 'Necesita revisar'
    when l.id is not null or e.lat is not null or d.lat is not null then 'Ubicado'
    else 'Operativo'
  end as posible_estado,
  -- Since when its silence counts: where nobody could hear it for a while, from the end of that.
  silencio.desde as callado_desde,
  case when silencio.ajeno and k.hasta is null then k.id end as causa_id,
  case when silencio.ajeno then case when k.hasta is null then coalesce(k.clase, 'mudo') else 'mudo' end end as causa_clase,
  d.eliminado
from dispositivo d
join ajuste a on a.empresa_id = d.empresa_id
left join dispositivo_estado e on e.dispositivo_id = d.id
left join dispositivo l on l.id = e.lector_id and l.eliminado is null
left join dispositivo_estado le on le.dispositivo_id = l.id
left join causa_lector k on k.lector_id = l.id
left join ubicacion u on u.id = coalesce(
  case when d.tipo = 'Reader' then d.ubicacion_id end,
  case when l.id is not null then e.ubicacion_id end, l.ubicacion_id, d.ubicacion_id)
left join ubicacion s on s.id = e.segunda_id
cross join lateral (
  select d.tipo <> 'Reader' and tras_causa(e.ultimo_registro, k.desde, k.hasta, a.minutos_lector_sin_senal) as si
) tras
cross join lateral (
  select
    d.tipo <> 'Reader' and (tras.si and k.hasta is null
      or lector_calla(e.ultimo_registro, le.ultimo_registro, a.minutos_lector_sin_senal)) as ajeno,
    case when tras.si and k.hasta is not null then k.hasta else e.ultimo_registro end as desde
) silencio;

create view dispositivo_actual as
select
  id, empresa_id, mac, apodo, tipo, activado, etiqueta, familia, creado, ultimo_registro, recibido, estado, bateria,
  bateria_mv, temperatura, humedad, accel, roll, pitch, rssi, valor, desfase_s, lector_id, lector_desde, lector_apodo, lector_mac,
  ubicacion, lat, lon, lector_sin_senal, situacion, certeza, segunda, segunda_certeza, posible_estado, callado_desde,
  causa_id, causa_clase
from dispositivo_todo
where eliminado is null;

-- What was last told of each device, of each kind of change: the next change is from there.
create table dicho (
  dispositivo_id bigint not null references dispositivo (id) on delete cascade,
  clase text not null,
  valor text,
  -- What was told before: whoever finds something else there has come too late.
  previo text,
  primary key (dispositivo_id, clase)
) with (fillfactor = 80);

-- Partitions are made with those of evento, and dropped after 90 days.
create sequence cambio_id;
create table cambio (
  id bigint not null default nextval('cambio_id'),
  empresa_id int not null,
  dispositivo_id bigint not null,
  clase text not null,
  de text,
  a text,
  tiempo timestamptz not null,
  motivo text not null
) partition by range (tiempo);
alter sequence cambio_id owned by cambio.id;
create index on cambio (dispositivo_id, tiempo);
create index on cambio (empresa_id, id);

create or replace function crear_particion_evento(mes date) returns void language sql as $$
  select crear_particion('evento', mes);
  select crear_particion('transicion', mes);
  select crear_particion('cambio', mes);
$$;
select crear_particion('cambio', to_date(right(relname, 6), 'YYYYMM')) from pg_inherits i
join pg_class c on c.oid = i.inhrelid where i.inhparent = 'transicion'::regclass and relname ~ '_\d{6}$';
-- The month before too: a silence that begins to count may have begun there.
select crear_particion('cambio', (date_trunc('month', now()) - make_interval(months => n))::date) from generate_series(0, 1) n;

create function clase_bateria(bateria real) returns text language sql immutable parallel safe as $$
  select case when bateria >= 50 then 'Alta' when bateria >= 25 then 'Media' when bateria is not null then 'Baja' end
$$;

-- Every kind of change that is told of, one line each: what it is now, when it became so, and why. Times are never ahead of now, nor
-- of a month that is kept no more.
create view por_decir as
select d.id as dispositivo_id, d.empresa_id, v.clase, v.valor,
  least(now(), greatest(v.tiempo, now() - interval '30 days')) as tiempo, v.motivo
from dispositivo_actual d
join ajuste a on a.empresa_id = d.empresa_id
-- Once for each device, however often it is named below.
cross join lateral (select d.posible_estado as estado offset 0) x
cross join lateral (values
  ('estado', x.estado,
    case x.estado
      when 'Posible extravío' then d.callado_desde + make_interval(mins => a.minutos_perdido)
      when 'Posible tránsito' then d.callado_desde + make_interval(mins => a.minutos_viejo)
      else case when d.recibido > now() - interval '5 minutes' then d.ultimo_registro else now() end
    end,
    case x.estado when 'Posible extravío' then 'silencio' when 'Posible tránsito' then 'silencio'
      when 'Necesita revisar' then 'revisar' else 'oido' end,
    true),
  ('lugar', d.ubicacion, coalesce(d.lector_desde, now()), 'lugar', d.tipo <> 'Reader'),
  ('bateria', clase_bateria(d.bateria), coalesce(d.ultimo_registro, now()), 'bateria', d.tipo <> 'Reader'),
  ('lector', case when d.tipo = 'Reader' then
      coalesce((select k.clase from causa k where k.lector_id = d.id and k.hasta is null order by k.desde limit 1), 'bien') end,
    now(), 'causa', d.tipo = 'Reader')
) as v (clase, valor, tiempo, motivo, cuenta)
where v.cuenta;

-- Note what is other than was last told of these devices. What is first known of a device is no change. Two that look at once cannot
-- note the same twice. Returns how many were noted.
create function anotar_cambios(ids bigint[]) returns bigint language plpgsql as $$
declare
  notados bigint;
begin
  with distinto as materialized (
    select h.*, o.valor as previo, o.dispositivo_id is null as primero
    from por_decir h left join dicho o on o.dispositivo_id = h.dispositivo_id and o.clase = h.clase
    where h.dispositivo_id = any (ids) and (o.dispositivo_id is null or o.valor is distinct from h.valor)
  ), escrito as (
    insert into dicho as o (dispositivo_id, clase, valor, previo)
    select dispositivo_id, clase, valor, previo from distinto order by dispositivo_id, clase
    on conflict (dispositivo_id, clase) do update set valor = excluded.valor, previo = excluded.previo
    where o.valor is not distinct from excluded.previo
    returning o.dispositivo_id, o.clase
  ), nuevo as (
    insert into cambio (empresa_id, dispositivo_id, clase, de, a, tiempo, motivo)
    select d.empresa_id, d.dispositivo_id, d.clase, d.previo, d.valor, d.tiempo, d.motivo
    from distinto d join escrito using (dispositivo_id, clase) where not d.primero
    returning 1
  )
  select count(*) into notados from nuevo;
  return notados;
end $$;

-- Impacts and other tags are facts of their own: the row that tells of them is the change.
create function anotar_golpe() returns trigger language plpgsql as $$
begin
  if current_setting('retorna.restaurar', true) is distinct from 'si' and new.tiempo > now() - interval '30 days' then
    insert into cambio (empresa_id, dispositivo_id, clase, a, tiempo, motivo)
    values (new.empresa_id, new.dispositivo_id, 'golpe', round(new.pico_g::numeric, 1)::text, least(new.tiempo, now()), 'golpe');
  end if;
  return null;
end $$;
create trigger golpe_anotado after insert on incidencia for each row execute function anotar_golpe();

create function anotar_etiqueta() returns trigger language plpgsql as $$
begin
  insert into cambio (empresa_id, dispositivo_id, clase, de, a, tiempo, motivo)
  values (new.empresa_id, new.id, 'etiqueta', old.mac, new.mac, now(), 'persona');
  return null;
end $$;
create trigger etiqueta_anotada after update of mac on dispositivo for each row
  when (old.mac is distinct from new.mac and new.tipo <> 'Reader') execute function anotar_etiqueta();
