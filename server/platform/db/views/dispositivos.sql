-- What is known of each device now, of those removed too: its row, its state, and what people are shown of both.
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
  -- How the place is known: nobody can hear it there, nobody hears the container any more, it is on its way, it was when it was heard last
  -- and nothing has told of movement since, or it stands there.
  case
    when d.tipo = 'Reader' or l.id is null then null
    when silencio.ajeno then 'lector_mudo'
    when silencio.desde < now() - make_interval(mins => a.minutos_salida) then 'sin_senal'
    when e.en_camino and e.estado = 0 then 'callado'
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

-- What every screen calls the state of a device now. The rules are in docs/glosario.md (PosibleEstado).
create view dispositivo_actual as
select
  id, empresa_id, mac, apodo, tipo, activado, etiqueta, familia, creado, ultimo_registro, recibido, estado, bateria,
  bateria_mv, temperatura, humedad, accel, roll, pitch, rssi, valor, desfase_s, lector_id, lector_desde, lector_apodo, lector_mac,
  ubicacion, lat, lon, lector_sin_senal, situacion, certeza, segunda, segunda_certeza, posible_estado, callado_desde,
  causa_id, causa_clase
from dispositivo_todo
where eliminado is null;
