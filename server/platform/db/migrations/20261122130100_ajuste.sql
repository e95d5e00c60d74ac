-- The numbers of the rules, one row per company. contract/ajustes.ts has the same defaults and bounds and says what
-- each means; a test holds the two together. SQL joins this table, the program reads it through server/ajustes.

create table ajuste (
  empresa_id int primary key references empresa (id) on delete cascade,
  segundos_reloj float8 not null default 600 check (segundos_reloj between 0 and 86400),
  segundos_mediana float8 not null default 10 check (segundos_mediana between 1 and 600),
  db_mejor float8 not null default 6 check (db_mejor between 0 and 60),
  segundos_mejor float8 not null default 10 check (segundos_mejor between 0 and 600),
  segundos_fuera float8 not null default 60 check (segundos_fuera between 1 and 3600),
  g_movimiento float8 not null default 0.08 check (g_movimiento between 0.005 and 4),
  segundos_parado float8 not null default 120 check (segundos_parado between 1 and 3600),
  g_impacto float8 not null default 2.5 check (g_impacto between 1.05 and 32),
  segundos_rafaga float8 not null default 10 check (segundos_rafaga between 1 and 600),
  segundos_impacto float8 not null default 120 check (segundos_impacto between 0 and 86400),
  g_reposo float8 not null default 0.1 check (g_reposo between 0.01 and 1),
  segundos_latido float8 not null default 300 check (segundos_latido between 10 and 86400),
  minutos_viejo int not null default 300 check (minutos_viejo between 1 and 525600),
  minutos_perdido int not null default 4320 check (minutos_perdido between 1 and 525600),
  minutos_lector_sin_senal int not null default 10 check (minutos_lector_sin_senal between 1 and 525600),
  bateria_baja float8 not null default 10 check (bateria_baja between 0 and 100),
  check (minutos_perdido >= minutos_viejo)
);

-- Every company has its row from its first moment on, so that readers join and never fall back.
create function empresa_ajuste() returns trigger language plpgsql as $$
begin
  -- A copy brings its own.
  if current_setting('retorna.restaurar', true) is distinct from 'si' then
    insert into ajuste (empresa_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger empresa_ajuste after insert on empresa for each row execute function empresa_ajuste();

-- What was set by hand and fits is kept, each number by itself.
create function ajuste_leido(j jsonb, clave text, inicial float8, minimo float8, maximo float8) returns float8
language plpgsql immutable as $$
begin
  return case when jsonb_typeof(j -> clave) in ('number', 'string') and (j ->> clave)::float8 between minimo and maximo
    then (j ->> clave)::float8 else inicial end;
exception when others then
  return inicial;
end $$;

insert into ajuste
select id,
  ajuste_leido(ajustes, 'segundosReloj', 600, 0, 86400),
  ajuste_leido(ajustes, 'segundosMediana', 10, 1, 600),
  ajuste_leido(ajustes, 'dbMejor', 6, 0, 60),
  ajuste_leido(ajustes, 'segundosMejor', 10, 0, 600),
  ajuste_leido(ajustes, 'segundosFuera', 60, 1, 3600),
  ajuste_leido(ajustes, 'gMovimiento', 0.08, 0.005, 4),
  ajuste_leido(ajustes, 'segundosParado', 120, 1, 3600),
  ajuste_leido(ajustes, 'gImpacto', 2.5, 1.05, 32),
  ajuste_leido(ajustes, 'segundosRafaga', 10, 1, 600),
  ajuste_leido(ajustes, 'segundosImpacto', 120, 0, 86400),
  ajuste_leido(ajustes, 'gReposo', 0.1, 0.01, 1),
  ajuste_leido(ajustes, 'segundosLatido', 300, 10, 86400),
  v.viejo,
  greatest(v.viejo, ajuste_leido(ajustes, 'minutosPerdido', 4320, 1, 525600)::int),
  ajuste_leido(ajustes, 'minutosLectorSinSenal', 10, 1, 525600)::int,
  ajuste_leido(ajustes, 'bateriaBaja', 10, 0, 100)
from empresa, lateral (select ajuste_leido(ajustes, 'minutosViejo', 300, 1, 525600)::int as viejo) v;

drop function ajuste_leido;

-- Running processes take a change up at once.
create function avisar_ajuste() returns trigger language plpgsql as $$
begin
  perform pg_notify('retorna_ajustes', new.empresa_id::text);
  return null;
end $$;
create trigger avisada after update on ajuste for each row when (old.* is distinct from new.*) execute function avisar_ajuste();

create trigger auditada after update on ajuste for each row execute function auditar();

create or replace view dispositivo_todo as
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
left join ubicacion u on u.id = coalesce(case when d.tipo = 'Reader' then d.ubicacion_id end, l.ubicacion_id, d.ubicacion_id)
-- Its reader fell silent while it heard the tag: the tag is not lost because of that.
cross join lateral (
  select coalesce(
    d.tipo <> 'Reader'
    and le.ultimo_registro < now() - make_interval(mins => a.minutos_lector_sin_senal)
    and e.ultimo_registro > le.ultimo_registro - make_interval(mins => a.minutos_lector_sin_senal),
    false) as si
) sin_senal;

alter table empresa drop column ajustes;
