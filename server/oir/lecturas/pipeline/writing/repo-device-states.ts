import type pg from 'pg'
import type { DeviceState } from '../../rules/device-state'
import { PLACE_OF_LECTOR } from '../../rules/estancia'
import { pasoOf } from '../../rules/sensor'
import { createBatchTable, flag, json, later, number, reals, text, time, writtenAt } from './batch-table'

/** The id of a location; null: the place is the surroundings of a reader without a location. */
const ubicacionOf = (place: number | null | undefined) => (place && place < PLACE_OF_LECTOR ? place : null)

const STATES = createBatchTable<DeviceState>(
  number('dispositivo_id', 'bigint', (r) => r.dispositivo),
  writtenAt(),
  number('empresa_id', 'int', (r) => r.empresa),
  time('ultimo_registro', (r) => r.ultimo),
  number('lector_id', 'bigint', (r) => r.sitio.lector),
  time('lector_desde', (r) => (r.sitio.lector === null ? null : r.sitio.desde)),
  number('ubicacion_id', 'bigint', (r) => (r.sitio.ajeno ? ubicacionOf(r.sitio.lugar) : null)),
  number('certeza', 'real', (r) => r.certeza),
  number('segunda_id', 'bigint', (r) => ubicacionOf(r.segundo?.lugar)),
  number('segunda_certeza', 'real', (r) => r.segundo?.p ?? null),
  flag('en_camino', (r) => r.enCamino),
  time('previa_hasta', (r) => r.sitio.previaHasta),
  flag('previa_silencio', (r) => r.sitio.previaSilencio),
  number('rssi', 'smallint', (r) => r.rssi),
  number('estado', 'smallint', (r) => r.estado ?? 0),
  time('estado_desde', (r) => r.estadoDesde),
  time('ultimo_movimiento', (r) => r.ultimoMovimiento),
  number('contador_movimiento', 'bigint', (r) => r.contador),
  number('bateria', 'real', (r) => r.bateria),
  number('bateria_mv', 'int', (r) => r.bateriaMv),
  number('temperatura', 'real', (r) => r.temperatura),
  number('humedad', 'real', (r) => r.humedad),
  reals('accel', (r) => r.accel),
  number('roll', 'real', (r) => r.roll),
  number('pitch', 'real', (r) => r.pitch),
  number('lat', 'float8', (r) => r.lat),
  number('lon', 'float8', (r) => r.lon),
  json('valor', (r) => r.valor),
  number('huella', 'bigint', (r) => r.huella),
  time('ultimo_evento', (r) => r.evento?.recibido ?? null),
  text('tag', (r) => r.tag),
  number('acel_dice', 'smallint', (r) => r.sensor.dice),
  number('acel_paso', 'real', (r) => pasoOf(r.sensor)),
  number('acel_tope', 'real', (r) => r.sensor.tope),
  number('acel_veces', 'int', (r) => r.sensor.veces),
)

const SAVE = `
insert into dispositivo_estado as e (${STATES.names})
select ${STATES.values} from ${STATES.rows}
on conflict (dispositivo_id) do update set
  ${STATES.updates(['dispositivo_id', 'empresa_id'], { ultimo_registro: later('ultimo_registro', 'e') })}`

/** These device states as parameters of `saveDeviceStates`. */
export const encodeDeviceStates = (deviceStates: readonly DeviceState[]): string[] =>
  STATES.encode(deviceStates)

/** In the caller's transaction. */
export async function saveDeviceStates(client: pg.ClientBase, encoded: string[]): Promise<void> {
  await client.query({ name: 'estados', text: SAVE, values: encoded })
}
