-- Where a container is, is weighed from all readers that hear it and that do not (server/lecturas/lugar), with how sure that is.

alter table ajuste
  drop column segundos_mediana, drop column db_mejor, drop column segundos_mejor, drop column segundos_fuera,
  add column minutos_salida int not null default 20 check (minutos_salida between 1 and 1440),
  add column segundos_estancia float8 not null default 120 check (segundos_estancia between 0 and 3600);

alter table dispositivo_estado
  -- The place told where it is not that of the reader: a location that people walked, without a reader of its own.
  add column ubicacion_id bigint,
  -- How sure the place is, 0 to 1; null: not known.
  add column certeza real,
  -- The next likely place, and how sure that one is.
  add column segunda_id bigint,
  add column segunda_certeza real,
  -- It is on its way: the place is the nearest one.
  add column en_camino boolean not null default false,
  -- The stay before this one: when its place was last heard, and whether nobody heard the container after that.
  add column previa_hasta timestamptz,
  add column previa_silencio boolean not null default false;

-- What the engine remembers of a tag, written every few adverts: what a restart goes on from.
create table creencia (
  dispositivo_id bigint primary key references dispositivo (id) on delete cascade,
  datos bytea not null
) with (fillfactor = 70);

alter table estancia
  add column ubicacion_id bigint,
  -- Nobody heard the container after it, so that nobody knows when it left.
  add column silencio boolean not null default false;

drop trigger estancia_acabada on dispositivo_estado;
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
-- A change of reader within a place is none of stay: the ingest leaves lector_desde as it is.
create trigger estancia_acabada after update on dispositivo_estado for each row
  when (old.lector_desde is distinct from new.lector_desde and old.lector_id is not null and old.lector_desde is not null)
  execute function anotar_estancia();

-- A tag's reader has fallen silent while it heard the tag: nothing is known of the tag, which is not lost because of that.
create function lector_calla(oido timestamptz, lector timestamptz, minutos int) returns boolean
language sql stable parallel safe as $$
  select coalesce(lector < now() - make_interval(mins => minutos) and oido > lector - make_interval(mins => minutos), false)
$$;

-- Every stay at one place, the one that goes on too (hasta null). A reader that was moved ends one and begins another. The last
-- one ends when the container was last heard, once nobody has heard it for minutos_salida, unless its reader is silent.
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
  cross join lateral (
    select s.ultimo_registro < now() - make_interval(mins => a.minutos_salida)
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
  l.apodo as lector_apodo,
  l.mac as lector_mac,
  u.nombre as ubicacion,
  case when e.lat is not null then e.lat when d.lat is not null then d.lat else l.lat end as lat,
  case when e.lat is not null then e.lon when d.lat is not null then d.lon else l.lon end as lon,
  sin_senal.si as lector_sin_senal,
  -- How the place is known: its reader is silent, nobody hears the container any more, it is on its way, or it stands there.
  case
    when d.tipo = 'Reader' or l.id is null then null
    when sin_senal.si then 'lector_mudo'
    when e.ultimo_registro < now() - make_interval(mins => a.minutos_salida) then 'sin_senal'
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
    when e.ultimo_registro < now() - make_interval(mins => a.minutos_perdido) and not sin_senal.si then 'Posible extravío'
    when e.ultimo_registro < now() - make_interval(mins => a.minutos_viejo) and not sin_senal.si then 'Posible tránsito'
    when e.bateria < a.bateria_baja
      or exists (select 1 from incidencia i where i.dispositivo_id = d.id and i.hubo_danio and not i.revisado)
      then 'Necesita revisar'
    when l.id is not null or e.lat is not null or d.lat is not null then 'Ubicado'
    else 'Operativo'
  end as posible_estado,
  d.eliminado
from dispositivo d
join ajuste a on a.empresa_id = d.empresa_id
left join dispositivo_estado e on e.dispositivo_id = d.id
left join dispositivo l on l.id = e.lector_id and l.eliminado is null
left join dispositivo_estado le on le.dispositivo_id = l.id
left join ubicacion u on u.id = coalesce(
  case when d.tipo = 'Reader' then d.ubicacion_id end,
  case when l.id is not null then e.ubicacion_id end, l.ubicacion_id, d.ubicacion_id)
left join ubicacion s on s.id = e.segunda_id
cross join lateral (
  select d.tipo <> 'Reader' and lector_calla(e.ultimo_registro, le.ultimo_registro, a.minutos_lector_sin_senal) as si
) sin_senal;

create view dispositivo_actual as
select
  id, empresa_id, mac, apodo, tipo, activado, etiqueta, familia, creado, ultimo_registro, recibido, estado, bateria,
  bateria_mv, temperatura, humedad, accel, roll, pitch, rssi, valor, desfase_s, lector_id, lector_apodo, lector_mac,
  ubicacion, lat, lon, lector_sin_senal, situacion, certeza, segunda, segunda_certeza, posible_estado
from dispositivo_todo
where eliminado is null;

-- Why another place was told of a container: what everybody heard then, and what was to be expected of it (lugar/traza.ts).
-- Partitions are made with those of evento, and dropped after 90 days.
create table transicion (
  empresa_id int not null,
  dispositivo_id bigint not null,
  tiempo timestamptz not null,
  causa text not null,
  traza jsonb not null
) partition by range (tiempo);
create index on transicion (dispositivo_id, tiempo);

create function crear_particion(tabla text, mes date) returns void language plpgsql
set lock_timeout = '1s' as $$
declare
  desde date := date_trunc('month', mes);
  nombre text := tabla || '_' || to_char(desde, 'YYYYMM');
begin
  if to_regclass(nombre) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(72658);
  -- From the table itself: what is remembered of names may be from before the wait.
  perform from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = tabla::regclass and c.relname = nombre;
  if not found then
    execute format('create table %I (like %I including all)', nombre, tabla);
    execute format(
      'alter table %I attach partition %I for values from (%L) to (%L)',
      tabla, nombre, desde::text || ' 00:00:00+00', (desde + interval '1 month')::date::text || ' 00:00:00+00');
  end if;
end $$;

create or replace function crear_particion_evento(mes date) returns void language sql as $$
  select crear_particion('evento', mes);
  select crear_particion('transicion', mes);
$$;
