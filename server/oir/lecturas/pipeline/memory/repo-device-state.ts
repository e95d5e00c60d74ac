import type pg from 'pg'
import type { CodigoEstado } from '../../../eventos/evento'
import { createBelief } from '../../engine/belief'
import { unpackBelief } from '../../engine/codec'
import type { Lectores } from '../../engine/lectores'
import type { Acceleration } from '../../formats/lectura'
import { bandDeBateria } from '../../rules/bateria'
import { createDeviceState, type DeviceState } from '../../rules/device-state'
import { PLACE_OF_LECTOR } from '../../rules/estancia'
import { recallSensor } from '../../rules/sensor'
import { type BriefSnapshot, recall } from './snapshot'

type Row = {
  id: number
  empresa_id: number
  mac: string
  tag: string | null
  ultimo_registro: Date | null
  recibido: Date
  lector_id: number | null
  lector_desde: Date | null
  lugar: number | null
  ubicacion_id: number | null
  certeza: number | null
  en_camino: boolean
  previa_hasta: Date | null
  previa_silencio: boolean
  creencia: Buffer | null
  rssi: number | null
  estado: CodigoEstado
  estado_desde: Date
  ultimo_movimiento: Date | null
  ultimo_evento: Date | null
  contador_movimiento: number | null
  bateria: number | null
  bateria_mv: number | null
  temperatura: number | null
  humedad: number | null
  accel: number[] | null
  acel_dice: number | null
  acel_paso: number | null
  acel_tope: number | null
  acel_veces: number | null
  roll: number | null
  pitch: number | null
  lat: number | null
  lon: number | null
  valor: Record<string, unknown>
  huella: number | null
  breve: BriefSnapshot | null
  etiqueta: string | null
  i_tiempo: Date | null
  i_hasta: Date
  i_impactos: number
  i_pico: number | null
}

const SELECT = `
select e.*, d.id, d.empresa_id, d.mac, d.etiqueta, c.datos as creencia, m.datos as breve,
  coalesce(e.ubicacion_id, l.ubicacion_id, ${PLACE_OF_LECTOR} + l.id) as lugar, i.tiempo as i_tiempo, i.hasta as i_hasta, i.impactos as i_impactos, i.pico_g as i_pico
from dispositivo d
left join dispositivo_estado e on e.dispositivo_id = d.id
left join dispositivo l on l.id = e.lector_id
left join creencia c on c.dispositivo_id = d.id
left join dispositivo_memoria m on m.dispositivo_id = d.id
left join lateral (
  select * from incidencia where dispositivo_id = d.id and e.estado = 2 order by tiempo desc limit 1
) i on true
where d.id = any($1)`

function deviceStateOf(f: Row, lectores: Lectores): DeviceState {
  const r = createDeviceState(f.id, f.empresa_id, f.tag ?? f.mac)
  if (!f.ultimo_registro) return r
  r.ultimo = f.ultimo_registro.getTime()
  r.rssi = f.rssi
  r.estado = f.estado
  r.estadoDesde = f.estado_desde.getTime()
  r.ultimoMovimiento = f.ultimo_movimiento?.getTime() ?? null
  r.contador = f.contador_movimiento
  r.bateria = f.bateria
  r.bateriaMv = f.bateria_mv
  r.temperatura = f.temperatura
  r.humedad = f.humedad
  r.accel = f.accel as Acceleration | null
  r.sensor = recallSensor(f.acel_dice, f.acel_paso, f.acel_tope, f.acel_veces)
  r.roll = f.roll
  r.pitch = f.pitch
  r.lat = f.lat
  r.lon = f.lon
  r.valor = f.valor
  r.huella = f.huella
  r.certeza = f.certeza
  r.enCamino = f.en_camino
  if (f.lector_id !== null) {
    r.sitio = {
      lugar: f.lugar,
      lector: f.lector_id,
      ajeno: f.ubicacion_id !== null,
      desde: f.lector_desde?.getTime() ?? r.ultimo,
      oido: r.ultimo,
      quieto: r.ultimo,
      sale: null,
      previaHasta: f.previa_hasta?.getTime() ?? null,
      previaSilencio: f.previa_silencio,
      firme: null,
    }
    r.tiempos.set(f.lector_id, r.ultimo)
    r.creencia = (f.creencia && unpackBelief(f.creencia, lectores)) ?? {
      ...createBelief(),
      lugar: f.lugar,
    }
  }
  if (f.ultimo_evento)
    r.evento = {
      recibido: f.ultimo_evento.getTime(),
      lector: f.lector_id ?? 0,
      etiqueta: f.etiqueta,
      banda: bandDeBateria(f.bateria),
    }
  if (f.i_tiempo)
    r.impacto = {
      tiempo: f.i_tiempo.getTime(),
      hasta: f.i_hasta.getTime(),
      recibido: f.i_hasta.getTime(),
      oido: f.i_hasta.getTime(),
      impactos: f.i_impactos,
      lector: f.lector_id ?? 0,
      oyente: f.lector_id ?? 0,
      pico: f.i_pico,
      extremos: null,
      muestras: [],
    }
  recall(r, f.breve)
  return r
}

/** Load the states of these devices from the database. */
export async function loadDeviceStates(
  client: pg.ClientBase | pg.Pool,
  ids: number[],
  lectoresOf: (empresa: number) => Lectores,
): Promise<DeviceState[]> {
  const { rows } = await client.query<Row>({ name: 'rastros', text: SELECT, values: [ids] })
  return rows.map((f) => deviceStateOf(f, lectoresOf(f.empresa_id)))
}

/** Present labels of these devices. */
export async function readEtiquetas(pool: pg.Pool, ids: number[]): Promise<Map<number, string | null>> {
  const { rows } = await pool.query<{ id: number; etiqueta: string | null }>(
    'select id, etiqueta from dispositivo where id = any($1)',
    [ids],
  )
  return new Map(rows.map((r) => [r.id, r.etiqueta]))
}
