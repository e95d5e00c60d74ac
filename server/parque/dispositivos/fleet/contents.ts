import { setImmediate as turn } from 'node:timers/promises'
import type { Db } from '../../../platform/db/client'
import { listEnOrden, type Miembro } from './repo-fleet'
import { createTable, type Table } from './table'

/** Devices that are read at once. */
export const POR_LECTURA = 10_000

/** `order`: the indices of the devices with a position, by nickname; those without one last. */
export type Situados = { readonly table: Readonly<Table>; readonly order: Uint32Array }

type Devices = ReturnType<typeof createTable>

/** Devices with a position, in order. Other calls have their turn meanwhile. */
async function readOrder(db: Db, devices: Devices): Promise<Uint32Array> {
  const order = new Uint32Array(devices.size())
  let n = 0
  for (const ids of await listEnOrden(db, POR_LECTURA)) {
    for (const id of ids) {
      const row = devices.findLocated(id)
      if (row !== undefined && n < order.length) order[n++] = row
    }
    await turn()
  }
  return order.subarray(0, n)
}

/** Devices by id, with their order and the counts of those that are alike. Nothing here is read by itself but the order. */
export function createContents(db: Db) {
  const devices = createTable()
  /** Null: must be read again. */
  let order: Uint32Array | null = null
  return {
    size: devices.size,
    /** @param now undefined: the device is gone */
    put(id: number, now: Miembro | undefined): void {
      if (now ? devices.put(now) : devices.remove(id)) order = null
    },
    /** Those with a position, in order. */
    async findOrder(): Promise<Situados> {
      order ??= await readOrder(db, devices)
      return { table: devices.columns, order }
    },
    /** The counts of devices of a company (null: of all). */
    count: devices.count,
    /** What was read of the devices with ids over `after` and up to `last`; undefined: the device is gone. */
    *listSwept(
      chunk: readonly Miembro[],
      after: number,
      last: number,
    ): Iterable<[id: number, now: Miembro | undefined]> {
      const read = new Map(chunk.map((d) => [d.id, d]))
      yield* read
      for (const id of devices.ids()) if (id > after && id <= last && !read.has(id)) yield [id, undefined]
    },
  }
}

export type Contents = ReturnType<typeof createContents>
