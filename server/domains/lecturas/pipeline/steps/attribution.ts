import type { Ajustes } from '#contract/valores/usuarios/ajustes'
import type { Lectura, Rejection } from '../../formats/lectura'
import type { Observation } from '../../rules/device-state'
import { believedTime, isLate } from '../../rules/reader-lags'
import type { Planta } from '../memory/plants'
import type { Vista } from '../memory/registry'
import type { Conocido, Registrado } from '../memory/repo-registry'
import type { Message } from '../message'
import type { Context } from './context'

const ajeno = (mac: string) => ({
  motivo: 'lector_ajeno',
  detalle: `No es la credencial de ${mac}.`,
})
const desconocido = (mac: string | null) => ({
  motivo: 'lector_desconocido',
  detalle: mac === null ? 'El mensaje no dice de qué lector es.' : `El lector ${mac} no está registrado.`,
})

/** The reader that a row is of, or why the sender may not speak for it. */
export function readerOf(mac: string | null, m: Message, vista: Vista): Registrado | Rejection {
  const propio = m.origen.lector
  if (mac === null || mac === propio?.mac) return propio ?? desconocido(mac)
  if (propio && !m.origen.puente) return ajeno(mac)
  const lector = vista.get(mac)
  if (lector?.tipo !== 'Reader') return desconocido(mac)
  // A reader of another company counts as unknown.
  return propio && lector.empresa !== propio.empresa ? desconocido(mac) : lector
}

/** The name under which a tag with a rotating address can be registered. */
function serieIbeacon(l: Lectura): string | null {
  const i = l.medidas.ibeacon
  return i ? `${i.uuid.toUpperCase()}-${i.major}-${i.minor}` : null
}

/** Look up by MAC first, and by the iBeacon identity only if the address rotates. */
export function deviceOf(l: Lectura, lector: Registrado, vista: Vista): Conocido | undefined {
  const serie = l.macAleatoria ? serieIbeacon(l) : null
  const d = vista.get(l.mac) ?? (serie ? vista.get(serie) : undefined)
  return d && d.tipo !== 'Reader' && d.empresa === lector.empresa ? d : undefined
}

/** All macs and names that have to be looked up for a message. */
export function* macsOf(m: Message): Generator<string> {
  for (const v of m.decodificado.lectores) yield v.mac
  for (const l of m.decodificado.lecturas) {
    yield l.mac
    if (l.lector) yield l.lector
    const serie = l.macAleatoria ? serieIbeacon(l) : null
    if (serie) yield serie
  }
}

/** A reading with its reader and device. */
export type Attributed = {
  lectura: Lectura
  /** When its message arrived, Unix ms. */
  recibido: number
  lector: Registrado
  /** The reader kept it back for minutes or hours. */
  late: boolean
  /** undefined: not registered in the reader's company. */
  dispositivo: Conocido | undefined
  /** undefined: the company no longer exists. */
  planta: Planta | undefined
}

/** Find the reader and the device of a reading, or why it is refused. */
export function attribute(l: Lectura, m: Message, c: Context): Attributed | Rejection {
  const lector = readerOf(l.lector, m, c.vista)
  if ('motivo' in lector) return lector
  const { recibido } = m
  const planta = c.plantas.get(lector.empresa)
  const dispositivo = deviceOf(l, lector, c.vista)
  const late =
    planta !== undefined && l.tiempo !== null && isLate(planta.readerLags, lector.id, l.tiempo, recibido)
  return { lectura: l, recibido, lector, late, dispositivo, planta }
}

/** The reading in the form that the rules take. */
export const observationOf = (o: Attributed, a: Ajustes): Observation => ({
  lectura: o.lectura,
  t: believedTime(o.lectura.tiempo, o.late, o.recibido, a),
  recibido: o.recibido,
  lector: o.lector.id,
  tardia: o.late,
})
