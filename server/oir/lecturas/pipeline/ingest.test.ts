import { setImmediate as breathe } from 'node:timers/promises'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../../../platform/db/client'
import { createGate } from '../../../testing/timing/gate'
import type { Source } from './batches/sources'
import { createIngesta, SWEEP_MS } from './ingest'
import { createRegistry } from './memory/registry'
import { ALL } from './ownership/partition'

/** The database answers within one turn: after some turns the pipeline waits for something else. */
async function turns(): Promise<void> {
  for (let i = 0; i < 20; i++) await breathe()
}

/** Parts of what the database is asked: who was handed over, their memory, its deletion, and what people say. */
const LIST = 'union select dispositivo_id'
const LOAD = 'left join dispositivo_memoria'
const REMOVE = 'delete from dispositivo_memoria'
const CONFIRM = 'from confirmacion where pendiente'

/**
 * A pipeline over a database in which the process before has left the memory of one device.
 * @param held what asks for this part is answered once the promise resolves
 */
function open(held: [part: string, until: Promise<void>] | null, source?: Source) {
  const asked: string[] = []
  const failures: unknown[] = []
  async function query(q: string | { text: string }): Promise<unknown> {
    const text = typeof q === 'string' ? q : q.text
    asked.push(text)
    if (held && text.includes(held[0])) await held[1]
    return { rows: text.includes(LIST) ? [{ id: 7 }] : [] }
  }
  const pool = { query, connect: async () => ({ query, release() {} }) } as unknown as pg.Pool
  const lease = {
    leaseGrant: { numero: ALL, vez: 1, posicion: 0, bitacora: null, mirar: 0 },
    async hold() {},
    async advance() {},
    restart: async () => true,
  }
  // Nothing of a company is asked for: no device was heard.
  const db = {} as Db
  const ingesta = createIngesta(
    lease,
    { pool, db, zona: 'Europe/Madrid', registry: createRegistry(db) },
    { onFail: (e) => failures.push(e), source },
  )
  return {
    ingesta,
    failures,
    where: (part: string) => asked.findIndex((text) => text.includes(part)),
    count: (part: string) => asked.filter((text) => text.includes(part)).length,
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('what the process before handed over is in memory before it is deleted, also where the database lists it slowly', async () => {
  const listed = createGate()
  const { ingesta, failures, where } = open([LIST, listed.promise])
  const started = ingesta.start()
  await turns()
  expect(where(LIST)).not.toBe(-1)
  vi.advanceTimersByTime(SWEEP_MS)
  await turns()
  expect(where(REMOVE)).toBe(-1)
  listed.resolve()
  await started
  vi.advanceTimersByTime(SWEEP_MS)
  await turns()
  expect(where(LOAD)).not.toBe(-1)
  expect(where(REMOVE)).toBeGreaterThan(where(LOAD))
  await ingesta.stop()
  expect(failures).toEqual([])
})

test('a sweep that is due leaves alone what is silent only because records of the log wait', async () => {
  let current = true
  const source: Source = {
    pauseMs: 0,
    horizon: Number.POSITIVE_INFINITY,
    advance() {},
    isCurrent: () => current,
    async hold() {},
  }
  const { ingesta, where } = open(null, source)
  await ingesta.start()
  vi.advanceTimersByTime(SWEEP_MS)
  // The next record is read before the sweep begins.
  current = false
  await turns()
  expect(where(LOAD)).toBe(-1)
  current = true
  vi.advanceTimersByTime(SWEEP_MS)
  await turns()
  expect(where(LOAD)).not.toBe(-1)
  await ingesta.stop()
})

test('what people say while a sweep is under way is applied by another one at once', async () => {
  const loaded = createGate()
  const { ingesta, count } = open([LOAD, loaded.promise])
  await ingesta.start()
  ingesta.attend()
  await turns()
  expect([count(CONFIRM), count(LOAD)]).toEqual([1, 1])
  ingesta.attend()
  loaded.resolve()
  await turns()
  expect(count(CONFIRM)).toBe(2)
  await ingesta.stop()
})
