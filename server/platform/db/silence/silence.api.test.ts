// @module-tag slow: waits for seconds of silence
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openPuerta } from '../../../testing/puerta'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { createPool, USOS } from '../client'
import { createSilenceWatch } from './silence'

/** Part of the first message of each connection. */
const STARTUP = 'application_name'
/** The longest that somebody waits, and what a busy machine may add, ms. */
const LIMIT_MS = 5000 + 2500

describe.runIf(inject('base').hay)('a database that stands still', () => {
  let p: Prueba
  let door: Awaited<ReturnType<typeof openPuerta>>
  let through: string
  beforeAll(async () => {
    p = await startPrueba()
    door = await openPuerta(inject('base'))
    const url = new URL(door.conexion)
    url.pathname = new URL(p.url.replace(/^postgresql:\/\/\//, 'postgresql://socket/')).pathname
    through = url.href
  })
  afterAll(async () => {
    await door.close()
    await p.stop()
  })

  test('is told to everybody who waits after 5 seconds and at once to the next ones, until it goes on', async () => {
    const api = await p.startApi({ DATABASE_URL: through })
    const cookie = await p.as('operario')
    const ask = async () => {
      const started = performance.now()
      const r = await api.call('GET', '/api/get_user', { cookie })
      return { status: r.status, ms: performance.now() - started }
    }
    await Promise.all(Array.from({ length: 20 }, ask))
    door.enmudeceEn = STARTUP
    door.silence()
    // More than there are connections.
    const waited = await Promise.all(Array.from({ length: 40 }, ask))
    expect(new Set(waited.map((w) => w.status))).toEqual(new Set([503]))
    expect(Math.max(...waited.map((w) => w.ms))).toBeLessThan(LIMIT_MS)
    const next = await ask()
    expect(next.status).toBe(503)
    expect(next.ms).toBeLessThan(1000)
    door.enmudeceEn = null
    await expect.poll(async () => (await ask()).status, { timeout: 20_000 }).toBe(200)
  })

  test('is another thing than a query that takes long', async () => {
    const watch = createSilenceWatch(through)
    const pool = createPool(through, USOS.personas, watch)
    const slow = pool.query<{ n: number }>('select 1 as n from pg_sleep(7)')
    await sleep(100)
    expect((await pool.query('select 2 as n')).rows).toEqual([{ n: 2 }])
    expect((await slow).rows).toEqual([{ n: 1 }])
    await pool.end()
    await watch.stop()
  })
})
