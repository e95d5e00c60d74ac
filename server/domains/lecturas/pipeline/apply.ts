import type { Ajustes } from '#contract/valores/ajustes'
import { hasNumber } from '../engine/lectores'
import { MAX_LECTORES } from '../engine/time-bins'
import type { Lectura, Rejection } from '../formats/lectura'
import { readTime } from '../rules/clocks'
import { changeTag, type DeviceState, isDelFuturo, rewind } from '../rules/device-state'
import { noteAjeno } from '../rules/estimate'
import { isLate } from '../rules/reader-lags'
import { apply } from '../rules/rules'
import { type Duplicates, fingerprintOf } from './deduplication'
import type { Planta } from './memory/plants'
import type { Vista } from './memory/registry'
import type { Conocido, Registrado } from './memory/repo-registry'
import {
  createResult,
  MAX_REJECTIONS,
  type Message,
  type RemoteHearing,
  type Result,
  serieIbeacon,
} from './message'
import { isDelPartition } from './ownership/partition'
import type { WriteSet } from './writing/repo-batch'
import { noteCambio } from './writing/repo-beliefs'

export type Context = {
  vista: Vista
  /** Which devices and readers are written here. */
  carril: number
  duplicates: Duplicates
  deviceStateOf(d: Registrado): DeviceState
  /** What places are judged by, of each company of the batch. */
  plantas: ReadonlyMap<number, Planta>
  escritura: WriteSet
  /** Fingerprints first seen in this batch, to be forgotten if it cannot be committed. */
  huellas: number[]
}

const ajeno = (mac: string) => ({
  motivo: 'lector_ajeno',
  detalle: `No es la credencial de ${mac}.`,
})
const desconocido = (mac: string | null) => ({
  motivo: 'lector_desconocido',
  detalle: mac === null ? 'El mensaje no dice de qué lector es.' : `El lector ${mac} no está registrado.`,
})

const SIN_NUMBER = {
  motivo: 'demasiados_lectores',
  detalle: `Se oyen ya ${MAX_LECTORES.toLocaleString('es', { useGrouping: 'always' })} lectores de la empresa: lo que dice este no se puede tener en cuenta.`,
}

/** The reader that a row speaks for, or why it may not. */
export function readerOf(mac: string | null, m: Message, vista: Vista): Registrado | Rejection {
  const propio = m.origen.lector
  if (mac === null || mac === propio?.mac) return propio ?? desconocido(mac)
  if (propio && !m.origen.puente) return ajeno(mac)
  const lector = vista.get(mac)
  if (lector?.tipo !== 'Reader') return desconocido(mac)
  // Another company's reader does not exist for this one.
  return propio && lector.empresa !== propio.empresa ? desconocido(mac) : lector
}

/** MAC first; the iBeacon identity only where the address rotates. */
export function deviceOf(l: Lectura, lector: Registrado, vista: Vista): Conocido | undefined {
  const serie = l.macAleatoria ? serieIbeacon(l) : null
  const d = vista.get(l.mac) ?? (serie ? vista.get(serie) : undefined)
  return d && d.tipo !== 'Reader' && d.empresa === lector.empresa ? d : undefined
}

function keepVisto(l: Lectura, lector: Registrado, recibido: number, c: Context): void {
  // Readers hear each other too: those are not tags to register.
  if (c.vista.get(l.mac)?.tipo === 'Reader') return
  const clave = `${lector.empresa} ${l.mac}`
  const formatoConocido = Object.keys(l.medidas).length > 0
  const v = c.escritura.vistos.get(clave)
  if (v) {
    Object.assign(v, { veces: v.veces + 1, t: recibido, lector: lector.id, rssi: l.rssi })
    v.formatoConocido ||= formatoConocido
  } else
    c.escritura.vistos.set(clave, {
      empresa: lector.empresa,
      mac: l.mac,
      veces: 1,
      t: recibido,
      lector: lector.id,
      rssi: l.rssi,
      aleatoria: l.macAleatoria,
      formatoConocido,
    })
}

/** The reader's clock minus ours, in seconds; null where it sends no time, or an impossible one. */
function clockOffsetOf(hour: number | null, m: Message): number | null {
  if (hour === null) return null
  const s = Math.round((hour - m.recibido) / 1000)
  return Math.abs(s) < 2_000_000_000 ? s : null
}

/**
 * @param hora a time that the reader told, Unix ms
 * @param esClock whether `hora` is its clock. Else it is the time of a reading, and the latest one of a message is
 *   nearest to its clock
 */
function keepHeartbeat(
  lector: Pick<Registrado, 'id' | 'empresa'>,
  m: Message,
  hour: number | null,
  esClock: boolean,
  c: Context,
): void {
  if (!isDelPartition(c.carril, lector.id)) return
  const clockOffset = clockOffsetOf(hour, m)
  const l = c.escritura.latidos.get(lector.id)
  if (!l) {
    const { id, empresa } = lector
    const conReloj = esClock && clockOffset !== null
    c.escritura.latidos.set(id, {
      lector: id,
      empresa,
      recibido: m.recibido,
      desfase: clockOffset,
      conReloj,
      mensajes: 1,
      ultimo: m,
    })
    return
  }
  const first = l.ultimo !== m
  if (first) {
    l.mensajes++
    l.ultimo = m
    l.recibido = m.recibido
    l.conReloj = false
  }
  if (clockOffset === null || (l.conReloj && !esClock)) return
  if (esClock || first || l.desfase === null || clockOffset > l.desfase) l.desfase = clockOffset
  l.conReloj = esClock
}

function keepHeartbeats(m: Message, c: Context): void {
  for (const v of m.decodificado.lectores) {
    const lector = readerOf(v.mac, m, c.vista)
    if ('motivo' in lector) continue
    keepHeartbeat(lector, m, v.reloj, true, c)
  }
}

/** After this silence, in ms, a device may have been shown as in transit or lost, or its reader as silent. */
const silencioOf = (a: Ajustes) =>
  60_000 * Math.min(a.minutosViejo, a.minutosPerdido, a.minutosLectorSinSenal)

const isBaja = (bateria: number | null, a: Ajustes) => bateria !== null && bateria < a.bateriaBaja

function refuse(res: Result, por: Rejection): void {
  res.rechazadas++
  if (res.rechazos.length < MAX_REJECTIONS) res.rechazos.push(por)
}

function applyLectura(l: Lectura, m: Message, c: Context, res: Result): void {
  const lector = readerOf(l.lector, m, c.vista)
  if ('motivo' in lector) {
    refuse(res, lector)
    return
  }
  const v = c.plantas.get(lector.empresa)
  const late = v !== undefined && l.tiempo !== null && isLate(v.readerLags, lector.id, l.tiempo, m.recibido)
  // What it kept back says nothing of its clock.
  keepHeartbeat(lector, m, late ? null : l.tiempo, false, c)
  if (v && !hasNumber(v.lectores, lector.id)) {
    refuse(res, SIN_NUMBER)
    return
  }
  const d = deviceOf(l, lector, c.vista)
  // Registered since the message was divided: nobody's yet.
  if (!d || !v || !isDelPartition(c.carril, d.id)) {
    res.sin_registrar++
    keepVisto(l, lector, m.recibido, c)
    return
  }
  if (late && d.macDesde !== null && (l.tiempo as number) < d.macDesde) {
    // Heard on whatever carried the tag then.
    res.sin_registrar++
    return
  }
  const r = c.deviceStateOf(d)
  const { ultimo, bateria, lat, lon } = r
  if (r.tag !== d.mac) changeTag(r, d.mac)
  // By our clock of now, not by the time of arrival: the message may have waited in quarantine.
  const now = Date.now()
  if (isDelFuturo(r, now)) rewind(r, now)
  const fingerprint = fingerprintOf(d.mac, lector.id, l.tiempo, l.rssi, l.medidas, l.extra)
  // The window is empty after a restart; the last reading of each device is remembered by the database.
  const last = l.tiempo !== null && r.huella === fingerprint
  if (c.duplicates.seen(fingerprint, l.tiempo !== null, m.recibido) || last) {
    res.duplicadas++
    return
  }
  c.huellas.push(fingerprint)
  const a = c.vista.ajustesOf(d)
  const t = believedTime(l.tiempo, late, m.recibido, a)
  c.escritura.rastros.add(r)
  const observation = { lectura: l, t, recibido: m.recibido, lector: lector.id, tardia: late }
  const effect = apply(r, observation, d.etiqueta, a, v)
  r.huella = fingerprint
  const paseo = v.paseantes.get(r.dispositivo)
  if (paseo !== undefined && m.recibido < paseo)
    c.escritura.oidos.push({
      dispositivo: r.dispositivo,
      lector: lector.id,
      tiempo: readTime(v.relojes, lector.id, t, m.recibido),
      rssi: l.rssi,
    })
  if (effect.evento) c.escritura.eventos.push(effect.evento)
  noteCambio(c.escritura.transiciones, r, effect.cambio, Math.max(t, ultimo ?? t))
  const seVe =
    effect.evento !== null ||
    effect.impacto !== null ||
    effect.cambio !== null ||
    ultimo === null ||
    m.recibido - ultimo >= silencioOf(a) ||
    isBaja(bateria, a) !== isBaja(r.bateria, a) ||
    lat !== r.lat ||
    lon !== r.lon
  if (seVe) c.escritura.cambiados.add(r)
  // Switched off: its history goes on, but this burst of impacts raises no incident.
  if (effect.impacto && !d.activado) effect.impacto.callado = true
  if (effect.impacto && !effect.impacto.callado) c.escritura.impactos.set(effect.impacto, r)
  res.aceptadas++
}

/** When something was heard: the reader's time where it may be right. */
function believedTime(time: number | null, late: boolean, recibido: number, a: Ajustes): number {
  if (time === null) return recibido
  return late || Math.abs(time - recibido) <= a.segundosReloj * 1000 ? Math.min(time, recibido) : recibido
}

/** What a reader heard of other partitions' tags shows how it is doing. */
function applyRemoteHearing(
  { lector, empresa, oidas: observations }: RemoteHearing,
  m: Message,
  c: Context,
): void {
  const v = c.plantas.get(empresa)
  if (!v) return
  const a = c.vista.ajustes(empresa)
  for (let i = 0; i < observations.length; i += 2) {
    const before = observations[i + 1] as number | null
    const time = before === null ? null : m.recibido - before
    const late = time !== null && isLate(v.readerLags, lector, time, m.recibido)
    keepHeartbeat({ id: lector, empresa }, m, late ? null : time, false, c)
    const dispositivo = observations[i] as number
    if (dispositivo && hasNumber(v.lectores, lector))
      noteAjeno(v, lector, dispositivo, believedTime(time, late, m.recibido, a), m.recibido)
  }
}

/** Turn a decoded message into facts: each reading to its reader, its device, its effects. Changes `c.escritura`. */
export function applyMessage(m: Message, c: Context): Result {
  const res = createResult()
  res.rechazadas = m.decodificado.rechazos.length
  res.rechazos = m.decodificado.rechazos.slice(0, MAX_REJECTIONS)
  keepHeartbeats(m, c)
  for (const l of m.decodificado.lecturas) applyLectura(l, m, c, res)
  for (const t of m.testigos ?? []) applyRemoteHearing(t, m, c)
  return res
}
