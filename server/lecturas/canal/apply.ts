import type { Ajustes } from '#contract/valores/ajustes'
import type { Lectura, Rechazo } from '../formatos/lectura'
import { MAX_LECTORES } from '../lugar/celdas'
import { hasNumber } from '../lugar/lectores'
import { isTardia } from '../reglas/atrasos'
import { noteAjeno } from '../reglas/juicio'
import { changeTag, isDelFuturo, type Rastro, rewind } from '../reglas/rastro'
import { apply } from '../reglas/reglas'
import { readTime } from '../reglas/relojes'
import { isDelCarril } from './carril'
import {
  createResultado,
  MAX_RECHAZOS,
  type Mensaje,
  type Resultado,
  serieIbeacon,
  type Testigo,
} from './mensaje'
import type { Vista } from './padron'
import type { Planta } from './plantas'
import { huellaDe, type Repetidas } from './repetidas'
import type { Escritura } from './repo'
import { noteCambio } from './repo-creencias'
import type { Conocido, Registrado } from './repo-padron'

export type Contexto = {
  vista: Vista
  /** Which devices and readers are written here. */
  carril: number
  repetidas: Repetidas
  rastroOf(d: Registrado): Rastro
  /** What places are judged by, of each company of the batch. */
  plantas: ReadonlyMap<number, Planta>
  escritura: Escritura
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

const SIN_NUMERO = {
  motivo: 'demasiados_lectores',
  detalle: `Se oyen ya ${MAX_LECTORES.toLocaleString('es', { useGrouping: 'always' })} lectores de la empresa: lo que dice este no se puede tener en cuenta.`,
}

/** The reader that a row speaks for, or why it may not. */
export function readerOf(mac: string | null, m: Mensaje, vista: Vista): Registrado | Rechazo {
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

function keepVisto(l: Lectura, lector: Registrado, recibido: number, c: Contexto): void {
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
function desfaseDe(hora: number | null, m: Mensaje): number | null {
  if (hora === null) return null
  const s = Math.round((hora - m.recibido) / 1000)
  return Math.abs(s) < 2_000_000_000 ? s : null
}

/**
 * @param hora a time that the reader told, Unix ms
 * @param esReloj whether `hora` is its clock. Else it is the time of a reading, and the latest one of a message is
 *   nearest to its clock
 */
function keepLatido(
  lector: Pick<Registrado, 'id' | 'empresa'>,
  m: Mensaje,
  hora: number | null,
  esReloj: boolean,
  c: Contexto,
): void {
  if (!isDelCarril(c.carril, lector.id)) return
  const desfase = desfaseDe(hora, m)
  const l = c.escritura.latidos.get(lector.id)
  if (!l) {
    const { id, empresa } = lector
    const conReloj = esReloj && desfase !== null
    c.escritura.latidos.set(id, {
      lector: id,
      empresa,
      recibido: m.recibido,
      desfase,
      conReloj,
      mensajes: 1,
      ultimo: m,
    })
    return
  }
  const primera = l.ultimo !== m
  if (primera) {
    l.mensajes++
    l.ultimo = m
    l.recibido = m.recibido
    l.conReloj = false
  }
  if (desfase === null || (l.conReloj && !esReloj)) return
  if (esReloj || primera || l.desfase === null || desfase > l.desfase) l.desfase = desfase
  l.conReloj = esReloj
}

function keepLatidos(m: Mensaje, c: Contexto): void {
  for (const v of m.decodificado.lectores) {
    const lector = readerOf(v.mac, m, c.vista)
    if ('motivo' in lector) continue
    keepLatido(lector, m, v.reloj, true, c)
  }
}

/** After this silence, in ms, a device may have been shown as in transit or lost, or its reader as silent. */
const silencioDe = (a: Ajustes) =>
  60_000 * Math.min(a.minutosViejo, a.minutosPerdido, a.minutosLectorSinSenal)

const isBaja = (bateria: number | null, a: Ajustes) => bateria !== null && bateria < a.bateriaBaja

function refuse(res: Resultado, por: Rechazo): void {
  res.rechazadas++
  if (res.rechazos.length < MAX_RECHAZOS) res.rechazos.push(por)
}

function applyLectura(l: Lectura, m: Mensaje, c: Contexto, res: Resultado): void {
  const lector = readerOf(l.lector, m, c.vista)
  if ('motivo' in lector) {
    refuse(res, lector)
    return
  }
  const v = c.plantas.get(lector.empresa)
  const tardia = v !== undefined && l.tiempo !== null && isTardia(v.atrasos, lector.id, l.tiempo, m.recibido)
  // What it kept back says nothing of its clock.
  keepLatido(lector, m, tardia ? null : l.tiempo, false, c)
  if (v && !hasNumber(v.lectores, lector.id)) {
    refuse(res, SIN_NUMERO)
    return
  }
  const d = deviceOf(l, lector, c.vista)
  // Registered since the message was divided: nobody's yet.
  if (!d || !v || !isDelCarril(c.carril, d.id)) {
    res.sin_registrar++
    keepVisto(l, lector, m.recibido, c)
    return
  }
  if (tardia && d.macDesde !== null && (l.tiempo as number) < d.macDesde) {
    // Heard on whatever carried the tag then.
    res.sin_registrar++
    return
  }
  const r = c.rastroOf(d)
  const { ultimo, bateria, lat, lon } = r
  if (r.tag !== d.mac) changeTag(r, d.mac)
  // By our clock of now, not by the time of arrival: the message may have waited in quarantine.
  const ahora = Date.now()
  if (isDelFuturo(r, ahora)) rewind(r, ahora)
  const huella = huellaDe(d.mac, lector.id, l.tiempo, l.rssi, l.medidas, l.extra)
  // The window is empty after a restart; the last reading of each device is remembered by the database.
  const ultima = l.tiempo !== null && r.huella === huella
  if (c.repetidas.seen(huella, l.tiempo !== null, m.recibido) || ultima) {
    res.duplicadas++
    return
  }
  c.huellas.push(huella)
  const a = c.vista.ajustesDe(d)
  const t = believedTime(l.tiempo, tardia, m.recibido, a)
  c.escritura.rastros.add(r)
  const oida = { lectura: l, t, recibido: m.recibido, lector: lector.id, tardia }
  const efecto = apply(r, oida, d.etiqueta, a, v)
  r.huella = huella
  const paseo = v.paseantes.get(r.dispositivo)
  if (paseo !== undefined && m.recibido < paseo)
    c.escritura.oidos.push({
      dispositivo: r.dispositivo,
      lector: lector.id,
      tiempo: readTime(v.relojes, lector.id, t, m.recibido),
      rssi: l.rssi,
    })
  if (efecto.evento) c.escritura.eventos.push(efecto.evento)
  noteCambio(c.escritura.transiciones, r, efecto.cambio, Math.max(t, ultimo ?? t))
  const seVe =
    efecto.evento !== null ||
    efecto.impacto !== null ||
    efecto.cambio !== null ||
    ultimo === null ||
    m.recibido - ultimo >= silencioDe(a) ||
    isBaja(bateria, a) !== isBaja(r.bateria, a) ||
    lat !== r.lat ||
    lon !== r.lon
  if (seVe) c.escritura.cambiados.add(r)
  // Switched off: its history goes on, but this burst of impacts raises no incident.
  if (efecto.impacto && !d.activado) efecto.impacto.callado = true
  if (efecto.impacto && !efecto.impacto.callado) c.escritura.impactos.set(efecto.impacto, r)
  res.aceptadas++
}

/** When something was heard: the reader's time where it may be right. */
function believedTime(tiempo: number | null, tardia: boolean, recibido: number, a: Ajustes): number {
  if (tiempo === null) return recibido
  return tardia || Math.abs(tiempo - recibido) <= a.segundosReloj * 1000
    ? Math.min(tiempo, recibido)
    : recibido
}

/** What a reader heard of other carriles' tags shows how it is doing. */
function applyTestigo({ lector, empresa, oidas }: Testigo, m: Mensaje, c: Contexto): void {
  const v = c.plantas.get(empresa)
  if (!v) return
  const a = c.vista.ajustes(empresa)
  for (let i = 0; i < oidas.length; i += 2) {
    const antes = oidas[i + 1] as number | null
    const tiempo = antes === null ? null : m.recibido - antes
    const tardia = tiempo !== null && isTardia(v.atrasos, lector, tiempo, m.recibido)
    keepLatido({ id: lector, empresa }, m, tardia ? null : tiempo, false, c)
    const dispositivo = oidas[i] as number
    if (dispositivo && hasNumber(v.lectores, lector))
      noteAjeno(v, lector, dispositivo, believedTime(tiempo, tardia, m.recibido, a), m.recibido)
  }
}

/** Turn a decoded message into facts: each reading to its reader, its device, its effects. Changes `c.escritura`. */
export function applyMensaje(m: Mensaje, c: Contexto): Resultado {
  const res = createResultado()
  res.rechazadas = m.decodificado.rechazos.length
  res.rechazos = m.decodificado.rechazos.slice(0, MAX_RECHAZOS)
  keepLatidos(m, c)
  for (const l of m.decodificado.lecturas) applyLectura(l, m, c, res)
  for (const t of m.testigos ?? []) applyTestigo(t, m, c)
  return res
}
