import { setImmediate as breathe } from 'node:timers/promises'
import type { Rastro } from '../reglas/rastro'
import { applyMensaje, type Contexto } from './apply'
import { type Espera, peso } from './cola'
import { ErrorDeRegla } from './fallos'
import { macsDe, type Resultado } from './mensaje'
import type { Padron, Vista } from './padron'
import type { Planta, Plantas } from './plantas'
import type { Rastros } from './rastros'
import type { Repetidas } from './repetidas'
import { createEscritura, type Escritura } from './repo'

/** Readings that are applied before others get their turn. */
const LECTURAS_SEGUIDAS = 1000

/** Messages that are committed together, and what they lead to. */
export type Tanda = {
  esperas: Espera[]
  resultados: Resultado[]
  lecturas: number
  escritura: Escritura
  /** Fingerprints first seen here, to be forgotten if it cannot be committed. */
  huellas: number[]
}

export const createTanda = (): Tanda => ({
  esperas: [],
  resultados: [],
  lecturas: 0,
  escritura: createEscritura(),
  huellas: [],
})

type Saberes = { padron: Padron; plantas: Plantas; memoria: Rastros; repetidas: Repetidas }

/** Called with the companies of a batch before their devices are looked up. */
export type OnKnown = (empresas: Set<number>) => Promise<unknown>

async function prepare(
  esperas: Espera[],
  s: Saberes,
  enUso: () => Iterable<Rastro>,
  onKnown: OnKnown,
): Promise<{ vista: Vista; plantas: ReadonlyMap<number, Planta> }> {
  const macs = new Set<string>()
  const empresas = new Set<number>()
  for (const { mensaje } of esperas) {
    for (const m of macsDe(mensaje)) macs.add(m)
    if (mensaje.origen.lector) empresas.add(mensaje.origen.lector.empresa)
  }
  const vista = await s.padron.prepare(macs, empresas)
  const ids = new Set<number>()
  const deDispositivos = new Set<number>()
  const lectores = esperas.flatMap(({ mensaje }) => mensaje.origen.lector ?? [])
  for (const m of macs) {
    const d = vista.get(m)
    if (d?.tipo === 'Reader') lectores.push(d)
    if (!d || d.tipo === 'Reader') continue
    ids.add(d.id)
    deDispositivos.add(d.empresa)
  }
  await onKnown(deDispositivos)
  await s.memoria.prepare(ids, enUso)
  // After custody: with it goes what was known of the readers.
  return { vista, plantas: await s.plantas.prepare(deDispositivos, lectores) }
}

/**
 * Apply messages to the rastros and add the resulting rows to a batch. The messages belong to the batch from the start,
 * also when applying them fails.
 * @param enUso devices of another batch that is not committed yet
 */
export async function extend(
  tanda: Tanda,
  esperas: Espera[],
  s: Saberes,
  enUso: () => Iterable<Rastro>,
  onKnown: OnKnown = async () => {},
): Promise<void> {
  tanda.esperas.push(...esperas)
  const { escritura, huellas } = tanda
  const { vista, plantas } = await prepare(esperas, s, () => [...enUso(), ...escritura.rastros], onKnown)
  const contexto: Contexto = {
    vista,
    plantas,
    repetidas: s.repetidas,
    rastroOf: s.memoria.of,
    escritura,
    huellas,
  }
  let seguidas = 0
  for (const { mensaje } of esperas) {
    try {
      tanda.resultados.push(applyMensaje(mensaje, contexto))
    } catch (e) {
      throw new ErrorDeRegla('a reading could not be applied', { cause: e })
    }
    tanda.lecturas += peso(mensaje)
    seguidas += peso(mensaje)
    if (seguidas < LECTURAS_SEGUIDAS) continue
    seguidas = 0
    await breathe()
  }
}
