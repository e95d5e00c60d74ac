import type { NewEvento } from '../../eventos/evento'
import { IMPACTO, PARADO } from '../../eventos/evento'
import type { Lectura } from '../formats/lectura'
import { bandDeBateria } from './bateria'
import type { DeviceState, Observation } from './device-state'

/** The reading's fields that have no column of their own, flat, as they go into Valor. */
export function valorOf(l: Lectura): Record<string, unknown> {
  const { medidas: m } = l
  const g = m.aceleraciones?.at(-1)
  const v: Record<string, unknown> = { ...l.extra }
  if (l.rssi !== null) v.rssi = l.rssi
  if (m.bateriaMv !== undefined) v.bateria_mv = m.bateriaMv
  if (m.humedad !== undefined) v.humedad = m.humedad
  if (m.presionPa !== undefined) v.presion_pa = m.presionPa
  if (g) [v.accel_x, v.accel_y, v.accel_z] = g
  if (m.contadorMovimiento !== undefined) v.contador_movimiento = m.contadorMovimiento
  if (m.secuencia !== undefined) v.secuencia = m.secuencia
  if (m.roll !== undefined) v.roll = m.roll
  if (m.pitch !== undefined) v.pitch = m.pitch
  if (m.ibeacon) Object.assign(v, { uuid: m.ibeacon.uuid, major: m.ibeacon.major, minor: m.ibeacon.minor })
  return v
}

function eventoOf(r: DeviceState, tiempo: number, etiqueta: string | null): NewEvento {
  const { dispositivo, empresa, bateria, temperatura, valor } = r
  const estado = r.estado ?? PARADO
  return {
    empresa,
    dispositivo,
    lector: r.sitio.lector ?? 0,
    tiempo,
    estado,
    etiqueta,
    bateria,
    temperatura,
    valor,
  }
}

/** The row of history for the present state of a device, which is noted as its last event. */
export function writeEvento(
  r: DeviceState,
  tiempo: number,
  recibido: number,
  etiqueta: string | null,
): NewEvento {
  const e = eventoOf(r, tiempo, etiqueta)
  r.evento = { recibido, lector: e.lector, etiqueta, banda: bandDeBateria(r.bateria) }
  return e
}

/** The event of an impact that the reader kept back: what is reported now does not change. */
export const oldImpact = (r: DeviceState, o: Observation, etiqueta: string | null): NewEvento => ({
  ...eventoOf(r, o.t, etiqueta),
  lector: o.lector,
  estado: IMPACTO,
  valor: valorOf(o.lectura),
})
