import { isMac } from '#contract/parque/dispositivos/alta-values'
import { hasNumber, numberOf } from '../../engine/lectores'
import { MAX_LECTORES } from '../../engine/time-bins'
import type { Lectura, Rejection } from '../../formats/lectura'
import { isLate } from '../../rules/clocks'
import type { Planta } from '../memory/plants'
import type { Vista } from '../memory/registry'
import type { Conocido, Registrado } from '../memory/repo-registry'
import type { Message, RemoteHearing } from '../message'
import type { Context } from './context'
import type { Heartbeat } from './heartbeats'

const ajeno = (mac: string) => ({
  motivo: 'lector_ajeno',
  detalle: `No es la credencial de ${mac}.`,
})
export const desconocido = (mac: string | null) => ({
  motivo: 'lector_desconocido',
  detalle: mac === null ? 'El mensaje no dice de qué lector es.' : `El lector ${mac} no está registrado.`,
})
const WITHOUT_NUMBER = {
  motivo: 'demasiados_lectores',
  detalle: `Se oyen ya ${MAX_LECTORES.toLocaleString('es', { useGrouping: 'always' })} lectores de la empresa: lo que dice este no se puede tener en cuenta.`,
}

/** The reader that a row is of, or why the sender may not speak for it. */
export function readerOf(mac: string | null, m: Message, vista: Vista): Registrado | Rejection {
  const propio = m.origen.lector
  if (mac === null || mac === propio?.mac) return propio ?? desconocido(mac)
  const lector = vista.get(mac)
  // A reader of another company counts as unknown.
  const known = lector?.tipo === 'Reader' && (!propio || lector.empresa === propio.empresa) ? lector : null
  // What a gateway calls itself is no claim to be another reader.
  if (propio && !isMac(mac)) return (m.origen.puente && known) || propio
  if (propio && !m.origen.puente) return ajeno(mac)
  return known ?? desconocido(mac)
}

/** Why a message is worth nothing that only shows readers to be alive, all of which it may not speak for; null: it is worth something. */
export function rejectionOfHeartbeats(m: Message, vista: Vista): Rejection | null {
  const { lecturas, lectores, rechazos } = m.decodificado
  if (lecturas.length || rechazos.length) return null
  const readers = lectores.map(({ mac }) => readerOf(mac, m, vista))
  const [first] = readers
  return first && 'motivo' in first && readers.every((r) => 'motivo' in r) ? first : null
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
  /** What this machine's clock said then, Unix ms, if it was not believed. */
  reloj: number | undefined
  lector: Registrado
  /** The engine's number of the reader; null: none is left, or the company no longer exists. */
  number: number | null
  /** The reader kept it back for minutes or hours. */
  late: boolean
  /** undefined: not registered in the reader's company. */
  dispositivo: Conocido | undefined
  /** undefined: the company no longer exists. */
  planta: Planta | undefined
}

/** What a reader heard of a tag that another partition applies. `time`: as the reader reports it, Unix ms; null: it reports none. */
export type AttributedRemote = {
  lector: number
  number: number
  empresa: number
  dispositivo: number
  time: number | null
  late: boolean
  planta: Planta
}

/** A message by its readers and devices. `refused`: why readings count for nothing. */
export type Attribution = {
  heartbeats: Heartbeat[]
  lecturas: Attributed[]
  remotas: AttributedRemote[]
  refused: Rejection[]
}

const numberIn = (p: Planta, id: number) => (hasNumber(p.lectores, id) ? numberOf(p.lectores, id) : null)

const isLateIn = (p: Planta, lector: number, time: number | null, recibido: number) =>
  time !== null && isLate(p.readerLags, lector, time, recibido)

function attributeReading(l: Lectura, lector: Registrado, m: Message, c: Context): Attributed {
  const { recibido, reloj } = m
  const dispositivo = deviceOf(l, lector, c.vista)
  const planta = c.plantas.get(lector.empresa)
  const number = planta ? numberIn(planta, lector.id) : null
  const late = planta !== undefined && isLateIn(planta, lector.id, l.tiempo, recibido)
  return { lectura: l, recibido, reloj, lector, number, late, dispositivo, planta }
}

function attributeRemote({ lector, empresa, oidas }: RemoteHearing, m: Message, c: Context, to: Attribution) {
  const planta = c.plantas.get(empresa)
  if (!planta) return
  const number = numberIn(planta, lector)
  for (let i = 0; i < oidas.length; i += 2) {
    const dispositivo = oidas[i] as number
    const before = oidas[i + 1] as number | null
    const time = before === null ? null : m.recibido - before
    const late = isLateIn(planta, lector, time, m.recibido)
    to.heartbeats.push({ lector: { id: lector, empresa }, time: late ? null : time, isClock: false })
    if (dispositivo && number !== null)
      to.remotas.push({ lector, number, empresa, dispositivo, time, late, planta })
  }
}

/** Find the readers and the devices of a message, each once: the later steps ask for none. */
export function attribute(m: Message, c: Context): Attribution {
  const to: Attribution = { heartbeats: [], lecturas: [], remotas: [], refused: [] }
  const worthless = rejectionOfHeartbeats(m, c.vista)
  if (worthless) to.refused.push(worthless)
  for (const { mac, reloj } of m.decodificado.lectores) {
    const lector = readerOf(mac, m, c.vista)
    if (!('motivo' in lector)) to.heartbeats.push({ lector, time: reloj, isClock: true })
  }
  for (const l of m.decodificado.lecturas) {
    const lector = readerOf(l.lector, m, c.vista)
    if ('motivo' in lector) {
      to.refused.push(lector)
      continue
    }
    const o = attributeReading(l, lector, m, c)
    // A reading that was kept back says nothing about its reader's clock.
    to.heartbeats.push({ lector, time: o.late ? null : l.tiempo, isClock: false })
    if (o.planta && o.number === null) to.refused.push(WITHOUT_NUMBER)
    else to.lecturas.push(o)
  }
  for (const t of m.testigos ?? []) attributeRemote(t, m, c, to)
  return to
}
