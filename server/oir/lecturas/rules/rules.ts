import type { Ajustes } from '#contract/parque/ajustes/values'
import type { NewEvento } from '../../eventos/evento'
import { PARADO } from '../../eventos/evento'
import { observe } from '../engine/belief'
import type { Medidas } from '../formats/lectura'
import { bandDeBateria, bateriaDeMv } from './bateria'
import type { DeviceState, Impacto, Observation } from './device-state'
import { type Cambio, decidePlace, isDecidable } from './estimate'
import { oldImpact, valorOf, writeEvento } from './events'
import { inclinacion, moved, nextEstado, strike } from './movimiento'
import type { PlaceContext } from './place-context'
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

/**
 * What was heard before this reading decides where the container is: by now the other readers have reported the same advert too. Only the
 * first hearing of all decides at once.
 */
function place(
  r: DeviceState,
  o: Observation,
  v: PlaceContext,
  mueve: boolean | undefined,
  a: Ajustes,
): Cambio | null {
  const { t, recibido } = o
  const before = isDecidable(r, recibido) && !isPendiente(r) ? decidePlace(r, v, recibido, a) : null
  noteLlegada(r, v, o, mueve)
  const { oido } = v.motor
  oido.lector = o.number
  oido.tag = r.dispositivo
  oido.s = Math.floor(o.heard / 1000)
  oido.nivel = o.lectura.rssi
  oido.mueve = mueve
  observe(v, r.creencia, oido)
  r.porJuzgar ??= recibido
  if (t - (r.ultimo ?? 0) >= OTRO_ANUNCIO_MS) r.sinGuardar++
  r.ultimo = Math.max(t, r.ultimo ?? 0)
  if (isPendiente(r)) r.porJuzgar = null
  return r.sitio.lector === null ? decidePlace(r, v, recibido, a) : before
}

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
  const golpe = strike(r, o, pasada ? lector : now, a)
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
