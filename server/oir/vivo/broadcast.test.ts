import { setImmediate as breathe } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import type { Schema } from '../../platform/db/schema'
import { createGate, type Gate } from '../../testing/timing/gate'
import { createBroadcast, type Subscriber } from './broadcast'

afterEach(() => {
  vi.useRealTimers()
})

const NADIE = 'event: avisos\ndata: {"lectoresSinSenal":[]}\n\n'

/** Live changes for one window, over a database whose answers about silent readers are given by the test. */
function open() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const tokenHash = Buffer.from('a session')
  const asked: Gate<object[]>[] = []
  async function query(text: string) {
    if (text.includes('"sesion"'))
      return { command: 'SELECT', rows: [{ token_hash: tokenHash, empresa: 1, rol: 'operario', modo: 'x' }] }
    const request = createGate<object[]>()
    asked.push(request)
    return { command: 'SELECT', rows: await request.promise }
  }
  const pool = { connect: async () => ({ query, release() {} }), end: async () => {} }
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) })
  const failures: unknown[] = []
  const broadcast = createBroadcast(db, 'Europe/Madrid', (e) => failures.push(e))
  const principal = {
    tokenHash,
    empresa: 1,
    rol: 'operario',
    modo: 'x',
  } as unknown as Subscriber['principal']
  /** A window, and what it is told. */
  function add() {
    const told: string[] = []
    const send = (message: Buffer) => told.push(message.toString())
    return { told, added: broadcast.add({ empresa: 1, principal, send, close() {} }) }
  }
  return { broadcast, asked, failures, add }
}

const SILENT = { mac: 'C30000000001', apodo: 'LEC-1', desde: new Date(0) }

async function turns(): Promise<void> {
  for (let i = 0; i < 5; i++) await breathe()
}

test('what a window is told first of silent readers is not older than what it is told next', async () => {
  const { broadcast, asked, failures, add } = open()
  const una = add()
  await turns()
  vi.advanceTimersByTime(1000)
  await turns()
  expect(asked).toHaveLength(2)
  // The reader is heard between the two questions; the later one is answered first.
  asked[1]?.resolve([])
  await turns()
  asked[0]?.resolve([SILENT])
  await una.added
  expect(una.told.at(-1)).toBe(NADIE)
  expect(failures).toEqual([])
  broadcast.stop()
})

test('a window that connects while others are told of silent readers asks for itself', async () => {
  const { broadcast, asked, failures, add } = open()
  const una = add()
  await turns()
  asked[0]?.resolve([])
  await una.added
  vi.advanceTimersByTime(1000)
  await turns()
  const otra = add()
  await turns()
  expect(asked).toHaveLength(3)
  asked[1]?.resolve([SILENT])
  await turns()
  asked[2]?.resolve([])
  await otra.added
  expect(otra.told.at(-1)).toBe(NADIE)
  expect(failures).toEqual([])
  broadcast.stop()
})
