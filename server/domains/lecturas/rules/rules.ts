import type { Ajustes } from '#contract/valores/usuarios/ajustes'
import type { NewEvento } from '../../eventos/evento'
import { IMPACTO, PARADO } from '../../eventos/evento'
import type { Lectura, Medidas } from '../formats/lectura'
import { bandDeBateria, bateriaDeMv } from './bateria'
import { keptFor, readTime } from './clocks'
import type { DeviceState, Impacto, Observation } from './device-state'
import { type Cambio, decidePlace, hear, isDecidable, type PlaceContext } from './estimate'
import { inclinacion, moved, nextEstado, strike } from './movimiento'
import { isPendiente, noteLlegada } from './reprocessing'

/** What a reading causes beside the new state of its device. */
export type Effect = { evento: NewEvento | null; impacto: Impacto | null; cambio: Cambio | null }

function absorb(r: DeviceState, m: Medidas, a: Ajustes): void {
  if (m.bateriaMv !== undefined) r.bateriaMv = m.bateriaMv
  if (m.bateria !== undefined) r.bateria = m.bateria
  else if (m.bateriaMv !== undefined) r.bateria = bateriaDeMv(m.bateriaMv) ?? r.bateria
  if (m.temperatura !== undefined) r.temperatura = m.temperatura
  if (m.humedad !== undefined) r.humedad = m.humedad
  if (m.contadorMovimiento !== undefined) r.contador = m.contadorMovimiento
  if (m.lat !== undefined && m.lon !== undefined) [r.lat, r.lon] = [m.lat, m.lon]
  const postura = inclinacion(m, a)
  if (postura) [r.roll, r.pitch] = [postura.roll, postura.pitch]
  r.accel = m.aceleraciones?.at(-1) ?? r.accel
}

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

/** Number of readers whose newest time of a tag is remembered. */
const MAX_TIMES = 24

/** Whether the reader has already reported something newer; else its time is noted. */
function isTarde(r: DeviceState, lector: number, t: number): boolean {
  const before = r.tiempos.get(lector)
  if (before !== undefined && t < before) return true
  r.tiempos.delete(lector)
  r.tiempos.set(lector, t)
  if (r.tiempos.size > MAX_TIMES) r.tiempos.delete(r.tiempos.keys().next().value as number)
  return false
}

/** Movement that the tag reports; undefined: it reports none at all. */
function mueveOf(r: DeviceState, m: Medidas, tarde: boolean, a: Ajustes): boolean | undefined {
  const dice =
    m.enMovimiento !== undefined || m.contadorMovimiento !== undefined || m.aceleraciones !== undefined
  if (!dice) return undefined
  // A late reading is older than the last one: a comparison of the two means nothing.
  return tarde ? m.enMovimiento : moved(r, m, a)
}

/** Readers report the same advert within this time. */
const OTRO_ANUNCIO_MS = 500

/** What was heard before this reading decides where the container is. Only the first hearing of all decides at once. */
function place(
  r: DeviceState,
  o: Observation,
  v: PlaceContext,
  mueve: boolean | undefined,
  a: Ajustes,
): Cambio | null {
  const { lector, t, recibido } = o
  const before = isDecidable(r, recibido) && !isPendiente(r) ? decidePlace(r, v, recibido, a) : null
  const cuando = readTime(v.relojes, lector, t, recibido)
  noteLlegada(r, v, { ...o, t: cuando }, mueve)
  hear(r, v, o, mueve)
  if (t - (r.ultimo ?? 0) >= OTRO_ANUNCIO_MS) r.sinGuardar++
  r.ultimo = Math.max(t, r.ultimo ?? 0)
  if (isPendiente(r)) r.porJuzgar = null
  return r.sitio.lector === null ? decidePlace(r, v, recibido, a) : before
}

/** The event of an impact that the reader kept back: what is reported now does not change. */
const oldImpact = (r: DeviceState, o: Observation, etiqueta: string | null): NewEvento => ({
  ...eventoOf(r, o.t, etiqueta),
  lector: o.lector,
  estado: IMPACTO,
  valor: valorOf(o.lectura),
})

/**
 * Apply a reading to the state of its device (`r` is changed) and return its effects. An event is written when the state, reader, label or
 * battery band changes, at each new impact, and as a heartbeat.
 * @param v what the place is judged by
 */
export function apply(
  r: DeviceState,
  o: Observation,
  etiqueta: string | null,
  a: Ajustes,
  v: PlaceContext,
): Effect {
  const { lectura: l, t, recibido, lector } = o
  const { medidas: m } = l
  const pasada = o.tardia && r.ultimo !== null && t < r.ultimo
  const tarde = isTarde(r, lector, t) || pasada
  const mueveSegun = mueveOf(r, m, tarde, a)
  const cambio = place(r, o, v, mueveSegun, a)
  const now = r.sitio.lector ?? 0
  if (now === lector && !tarde) r.rssi = l.rssi
  const kept = keptFor(v.relojes, lector, t, recibido)
  const golpe = strike(r, o, pasada ? lector : now, kept, a)
  const impacto = golpe === 'ninguno' ? null : r.impacto
  // A late reading must not undo what newer readings of the same reader said; an impact is never too late.
  if (tarde && golpe !== 'nuevo' && !cambio) return { evento: null, impacto, cambio }
  if (pasada && !cambio) return { evento: oldImpact(r, o, etiqueta), impacto, cambio }
  const estado = nextEstado(r, golpe, mueveSegun === true, recibido, a)
  const valor = valorOf(l)
  if (!tarde) {
    absorb(r, m, a)
    if (Object.keys(valor).length > 1 || !Object.keys(r.valor).length) r.valor = valor
  }
  const cuando = pasada ? (r.ultimo ?? t) : t
  const cambia = estado !== r.estado
  if (cambia) r.estadoDesde = cuando
  r.estado = estado
  const e = r.evento
  const toca =
    cambia ||
    golpe === 'nuevo' ||
    !e ||
    e.lector !== now ||
    e.etiqueta !== etiqueta ||
    e.banda !== bandDeBateria(r.bateria) ||
    recibido - e.recibido >= a.segundosLatido * 1000
  const evento = toca ? writeEvento(r, cuando, recibido, etiqueta) : null
  if (evento && tarde) evento.valor = valor
  return { evento, impacto, cambio }
}

/**
 * Judge the hearings that are not judged yet, although no other reading came.
 * @param now Unix ms
 */
export function rejudge(
  r: DeviceState,
  now: number,
  etiqueta: string | null,
  a: Ajustes,
  v: PlaceContext,
): { evento: NewEvento | null; cambio: Cambio | null } {
  const cambio = decidePlace(r, v, now, a)
  const evento =
    r.estado !== null && r.evento?.lector !== r.sitio.lector
      ? writeEvento(r, r.ultimo ?? now, now, etiqueta)
      : null
  return { evento, cambio }
}

/** When a device comes to rest if nothing moves it, Unix ms; null: it is at rest. */
export function restsFrom(r: DeviceState, a: Ajustes): number | null {
  if (r.estado === null || r.estado === PARADO) return null
  const quieto = (r.ultimoMovimiento ?? r.estadoDesde) + a.segundosParado * 1000
  return r.impacto ? Math.max(quieto, r.impacto.recibido + a.segundosImpacto * 1000) : quieto
}

/** A device that nothing has moved for `segundosParado` comes to rest although no reading says so. */
export function settle(r: DeviceState, now: number, etiqueta: string | null, a: Ajustes): NewEvento | null {
  const desde = restsFrom(r, a)
  if (desde === null || now < desde) return null
  r.estado = PARADO
  r.estadoDesde = desde
  return writeEvento(r, desde, now, etiqueta)
}
