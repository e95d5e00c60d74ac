-- What every screen calls the state of a device now. The rules are in docs/glosario.md (PosibleEstado).

create view dispositivo_actual as
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
      case when e.ultimo_registro < now() - viejo.plazo then 'Necesita revisar' else 'Operativo' end
    when e.ultimo_registro < now() - perdido.plazo and not sin_senal.si then 'Posible extravío'
    when e.ultimo_registro < now() - viejo.plazo and not sin_senal.si then 'Posible tránsito'
    when e.bateria < coalesce((m.ajustes ->> 'bateriaBaja')::real, 10)
      or exists (select 1 from incidencia i where i.dispositivo_id = d.id and i.hubo_danio and not i.revisado)
      then 'Necesita revisar'
    when l.id is not null or e.lat is not null or d.lat is not null then 'Ubicado'
    else 'Operativo'
  end as posible_estado
from dispositivo d
join empresa m on m.id = d.empresa_id
left join dispositivo_estado e on e.dispositivo_id = d.id
left join dispositivo l on l.id = e.lector_id and l.eliminado is null
left join dispositivo_estado le on le.dispositivo_id = l.id
left join ubicacion u on u.id = coalesce(case when d.tipo = 'Reader' then d.ubicacion_id end, l.ubicacion_id, d.ubicacion_id)
cross join lateral (
  select make_interval(mins => coalesce((m.ajustes ->> 'minutosViejo')::int, 300)) as plazo
) viejo
cross join lateral (
  select make_interval(mins => coalesce((m.ajustes ->> 'minutosPerdido')::int, 4320)) as plazo
) perdido
-- Its reader fell silent while it heard the tag: the tag is not lost because of that.
cross join lateral (
  select coalesce(
    d.tipo <> 'Reader'
    and le.ultimo_registro < now() - make_interval(mins => coalesce((m.ajustes ->> 'minutosLectorSinSenal')::int, 10))
    and e.ultimo_registro > le.ultimo_registro - make_interval(mins => coalesce((m.ajustes ->> 'minutosLectorSinSenal')::int, 10)),
    false) as si
) sin_senal
where d.eliminado is null;
