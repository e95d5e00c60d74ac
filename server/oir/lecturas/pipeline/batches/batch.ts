import { setImmediate as breathe } from 'node:timers/promises'
import type { DeviceState } from '../../rules/device-state'
import { ErrorDeRegla } from '../failures'
import type { DeviceStates } from '../memory/device-states'
import type { Duplicates } from '../memory/duplicates'
import type { Planta, Plantas } from '../memory/plants'
import type { Registry, Vista } from '../memory/registry'
import type { Message, Result } from '../message'
import { isInPartition } from '../ownership/partition'
import { applyMessage } from '../steps'
import { macsOf } from '../steps/attribution'
import type { Context } from '../steps/context'
import { createWriteSet, type WriteSet } from '../writing/write-set'
import { type OffsetRange, type PendingMessage, weightOf } from './batch-queue'

/** Readings that are applied before the event loop gets a turn. */
const LECTURAS_SEGUIDAS = 1000

/** Messages that are committed together, and their effects. */
export type Batch = {
  esperas: PendingMessage[]
  /** By pending message: the result of each of its messages. */
  resultados: Result[][]
  lecturas: number
  escritura: WriteSet
  /** Fingerprints first seen in this batch, to be forgotten if it cannot be committed. */
  huellas: number[]
}

export const createBatch = (): Batch => ({
  esperas: [],
  resultados: [],
  lecturas: 0,
  escritura: createWriteSet(),
  huellas: [],
})

type Saberes = {
  partition: number
  registry: Registry
  plantas: Plantas
  memoria: DeviceStates
  duplicates: Duplicates
}

async function prepare(
  messages: readonly Message[],
  s: Saberes,
  enUso: () => Iterable<DeviceState>,
): Promise<{ vista: Vista; plantas: ReadonlyMap<number, Planta> }> {
  const macs = new Set<string>()
  const empresas = new Set<number>()
  const lectores: { id: number; empresa: number }[] = []
  for (const m of messages) {
    for (const mac of macsOf(m)) macs.add(mac)
    if (m.origen.lector) lectores.push(m.origen.lector)
    for (const t of m.testigos ?? []) lectores.push({ id: t.lector, empresa: t.empresa })
  }
  for (const l of lectores) empresas.add(l.empresa)
  const vista = await s.registry.prepare(macs, empresas)
  const ids = new Set<number>()
  const conPlanta = new Set(messages.flatMap((m) => m.testigos?.map((t) => t.empresa) ?? []))
  for (const m of macs) {
    const d = vista.get(m)
    if (d?.tipo === 'Reader') lectores.push(d)
    if (!d || d.tipo === 'Reader' || !isInPartition(s.partition, d.id)) continue
    ids.add(d.id)
    conPlanta.add(d.empresa)
  }
  await s.memoria.prepare(ids, enUso)
  return { vista, plantas: await s.plantas.prepare(conPlanta, lectores) }
}

/**
 * Apply messages to the device states and add the resulting rows to a batch. The messages belong to the batch from the start, even if
 * applying them fails.
 * @param enUso devices of another batch that is not committed yet
 */
export async function extend(
  batch: Batch,
  pendingMessages: PendingMessage[],
  s: Saberes,
  enUso: () => Iterable<DeviceState>,
): Promise<void> {
  batch.esperas.push(...pendingMessages)
  const { escritura: writeSet, huellas: fingerprints } = batch
  const messages = pendingMessages.flatMap((e) => e.mensajes)
  const { vista, plantas } = await prepare(messages, s, () => [...enUso(), ...writeSet.touched])
  const context: Context = {
    vista,
    plantas,
    partition: s.partition,
    duplicates: s.duplicates,
    deviceStateOf: s.memoria.of,
    escritura: writeSet,
    huellas: fingerprints,
  }
  let seguidas = 0
  for (const e of pendingMessages) {
    const suyos: Result[] = []
    batch.resultados.push(suyos)
    for (const message of e.mensajes) {
      try {
        suyos.push(applyMessage(message, context))
      } catch (error) {
        throw new ErrorDeRegla('a reading could not be applied', { cause: error })
      }
      batch.lecturas += weightOf(message)
      seguidas += weightOf(message)
      if (seguidas < LECTURAS_SEGUIDAS) continue
      seguidas = 0
      await breathe()
    }
  }
}

/** Range of the log that a batch applies; null: none of it. */
export function offsetRangeOf({ esperas: pendingMessages }: Batch): OffsetRange | null {
  const offsetRanges = pendingMessages.flatMap((e) => e.tramo ?? [])
  const [first] = offsetRanges
  return first ? { desde: first.desde, hasta: (offsetRanges.at(-1) as OffsetRange).hasta } : null
}
