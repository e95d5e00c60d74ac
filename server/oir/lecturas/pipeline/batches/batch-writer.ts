import type pg from 'pg'
import type { DeviceStates } from '../memory/device-states'
import { createDuplicates } from '../memory/duplicates'
import type { Plantas } from '../memory/plants'
import type { Result } from '../message'
import type { Environment, KeepRefused } from '../ownership/ownership-types'
import { transactPartition } from '../ownership/repo-lease'
import { writeAndPublish } from '../steps'
import { encodeRows } from '../writing/repo-write'
import type { WriteSet } from '../writing/write-set'
import { type Batch, extend, offsetRangeOf } from './batch'
import { keepAll } from './batch-parts'
import type { PendingMessage } from './batch-queue'
import type { Source } from './sources'

type Parts = {
  partition: number
  source: Source
  deviceStates: DeviceStates
  plantas: Plantas
  keepRefused: KeepRefused
}

/** Applies the messages of a batch in memory, and commits the effects. */
export function createBatchWriter({ pool, zona, registry }: Environment, parts: Parts) {
  const { partition, source, deviceStates, plantas, keepRefused } = parts
  const duplicates = createDuplicates()
  const encode = (writeSet: WriteSet) => encodeRows(writeSet, plantas.lectoresOf)

  return {
    /** @param inFlight a batch that is not committed yet */
    apply: (batch: Batch, pendingMessages: PendingMessage[], inFlight: Batch | null): Promise<void> =>
      extend(
        batch,
        pendingMessages,
        { partition, registry, plantas, memoria: deviceStates, duplicates },
        () => inFlight?.escritura.touched ?? [],
      ),
    /** Write a batch in one transaction, and answer the callers that wait for it. */
    async commit(batch: Batch): Promise<void> {
      // Encode first: the next batch may change these devices.
      const rows = encode(batch.escritura)
      for (const [i, e] of batch.esperas.entries())
        if (e.tramo) await keepAll(keepRefused, e.mensajes, batch.resultados[i] ?? [])
      await transactPartition(pool, async (client) => {
        await source.hold(client, offsetRangeOf(batch))
        await writeAndPublish({ client, base: pool, zona }, batch.escritura, rows)
      })
      deviceStates.settle(batch.escritura.touched)
      for (const [i, e] of batch.esperas.entries()) e.resolve(batch.resultados[i] as Result[])
    },
    /** Undo the effects of these readings in memory, because they were not written. */
    undo(batch: Batch): void {
      deviceStates.forget(batch.escritura.touched)
      for (const h of batch.huellas) duplicates.forget(h)
    },
    /** Write effects that do not come from readings, in the caller's transaction. */
    send: (client: pg.ClientBase, writeSet: WriteSet): Promise<void> =>
      writeAndPublish({ client, base: pool, zona }, writeSet, encode(writeSet)),
  }
}

export type BatchWriter = ReturnType<typeof createBatchWriter>
