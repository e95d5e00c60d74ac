import type pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { createGate } from '../../../../testing/timing/gate'
import { createLeaseManager } from './lease-manager'
import { ALL } from './partition'

afterEach(() => {
  vi.useRealTimers()
})

/** A database in which one process may have the lease of all devices. */
function createBase(): pg.Pool {
  let mio = false
  let proceso = ''
  const lease = { numero: ALL, vez: 1, posicion: 0, bitacora: null, mirar: 0 }
  async function query(text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
    if (text.startsWith('insert into ingesta_proceso')) proceso = String(values[0])
    if (text.startsWith('select id from ingesta_proceso')) return { rows: [{ id: proceso }] }
    if (text.includes('from carril c')) return { rows: [{ ...lease, mio, libre: !mio }] }
    if (!text.includes('update carril set proceso = $1')) return { rows: [] }
    mio = true
    return { rows: [lease] }
  }
  return { query, connect: async () => ({ query, release() {} }) } as unknown as pg.Pool
}

test('a partition that takes long to end is started again soon after it has ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const dropped = createGate()
  const failures: unknown[] = []
  let gained = 0
  const manager = createLeaseManager(
    createBase(),
    { solo: true, unico: true },
    () => {
      gained++
      return { stop: async () => {}, drop: () => dropped.promise }
    },
    (e) => failures.push(e),
  )
  await manager.start()
  expect(gained).toBe(1)
  manager.restart(ALL)
  // The leases are looked at once while it ends.
  await vi.advanceTimersByTimeAsync(30_000)
  dropped.resolve()
  await vi.advanceTimersByTimeAsync(1500)
  expect(gained).toBe(2)
  await manager.stop()
  expect(failures).toEqual([])
})
