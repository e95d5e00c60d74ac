import { setImmediate as breathe } from 'node:timers/promises'
import type { Rastro } from '../reglas/rastro'
import { applyMensaje, type Contexto } from './apply'
import { isDelCarril } from './carril'
import { type Espera, pesoOf, type Tramo } from './cola'
import { ErrorDeRegla } from './fallos'
import { type Mensaje, macsDe, type Resultado } from './mensaje'
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
  /** Of each of them, of each of its messages. */
  resultados: Resultado[][]
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

type Saberes = { carril: number; padron: Padron; plantas: Plantas; memoria: Rastros; repetidas: Repetidas }

async function prepare(
  mensajes: readonly Mensaje[],
  s: Saberes,
  enUso: () => Iterable<Rastro>,
): Promise<{ vista: Vista; plantas: ReadonlyMap<number, Planta> }> {
  const macs = new Set<string>()
  const empresas = new Set<number>()
  const lectores: { id: number; empresa: number }[] = []
  for (const m of mensajes) {
    for (const mac of macsDe(m)) macs.add(mac)
    if (m.origen.lector) lectores.push(m.origen.lector)
    for (const t of m.testigos ?? []) lectores.push({ id: t.lector, empresa: t.empresa })
  }
  for (const l of lectores) empresas.add(l.empresa)
  const vista = await s.padron.prepare(macs, empresas)
  const ids = new Set<number>()
  const conPlanta = new Set(mensajes.flatMap((m) => m.testigos?.map((t) => t.empresa) ?? []))
  for (const m of macs) {
    const d = vista.get(m)
    if (d?.tipo === 'Reader') lectores.push(d)
    if (!d || d.tipo === 'Reader' || !isDelCarril(s.carril, d.id)) continue
    ids.add(d.id)
    conPlanta.add(d.empresa)
  }
  await s.memoria.prepare(ids, enUso)
  return { vista, plantas: await s.plantas.prepare(conPlanta, lectores) }
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
): Promise<void> {
  tanda.esperas.push(...esperas)
  const { escritura, huellas } = tanda
  const mensajes = esperas.flatMap((e) => e.mensajes)
  const { vista, plantas } = await prepare(mensajes, s, () => [...enUso(), ...escritura.rastros])
  const contexto: Contexto = {
    vista,
    plantas,
    carril: s.carril,
    repetidas: s.repetidas,
    rastroOf: s.memoria.of,
    escritura,
    huellas,
  }
  let seguidas = 0
  for (const e of esperas) {
    const suyos: Resultado[] = []
    tanda.resultados.push(suyos)
    for (const mensaje of e.mensajes) {
      try {
        suyos.push(applyMensaje(mensaje, contexto))
      } catch (error) {
        throw new ErrorDeRegla('a reading could not be applied', { cause: error })
      }
      tanda.lecturas += pesoOf(mensaje)
      seguidas += pesoOf(mensaje)
      if (seguidas < LECTURAS_SEGUIDAS) continue
      seguidas = 0
      await breathe()
    }
  }
}

/** What of the log a batch applies; null: nothing of it. */
export function tramoOf({ esperas }: Tanda): Tramo | null {
  const tramos = esperas.flatMap((e) => e.tramo ?? [])
  const [primero] = tramos
  return primero ? { desde: primero.desde, hasta: (tramos.at(-1) as Tramo).hasta } : null
}
