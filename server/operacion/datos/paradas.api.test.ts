// @module-tag slow: clients that stop
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../../testing/retorna'

/** More than the socket buffers between both ends hold. */
const ROWS = 60_000

describe.runIf(inject('base').hay)('sets that nobody reads to the end', () => {
  let p: Prueba
  let cookie: string
  beforeAll(async () => {
    p = await startPrueba({ PARADA_MAX_S: '5' })
    cookie = await p.as('admin')
    await p.register('AC233F0000E2', 'SmartBle', '888-2')
    await p.servidor.pool.query(
      `insert into evento (id, empresa_id, dispositivo_id, tiempo, estado, valor)
       select i, 1, d.id, now() - i * interval '1 second', 0, '{}'
       from dispositivo d, generate_series(1, ${ROWS}) i where d.mac = 'AC233F0000E2'`,
    )
  })
  afterAll(() => p.stop())

  const places = async () => (await p.servidor.pool.query('select from plaza')).rowCount
  /** Connections in use by anything but this query. */
  const inUse = () => p.servidor.pool.totalCount - p.servidor.pool.idleCount

  function open(formato: string) {
    const s = connect(Number(new URL(p.servidor.url).port), '127.0.0.1')
    s.on('error', () => {})
    s.pause()
    s.write(`GET /api/datos/eventos?formato=${formato} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`)
    return s
  }

  test.each(['ndjson', 'csv'])(
    '%s that its reader stops taking is ended, and others are answered',
    async (formato) => {
      const [one, two] = [open(formato), open(formato)]
      await expect.poll(places, { timeout: 20_000 }).toBe(2)
      const third = await p.call('GET', '/api/datos/eventos', { cookie })
      expect([third.status, third.headers.get('retry-after')]).toEqual([429, '10'])
      expect((await p.call('GET', '/api/get_table_data', { cookie })).status).toBe(200)
      // Nobody waited until these two were ended.
      expect(await places()).toBe(2)
      await expect.poll(places, { timeout: 90_000 }).toBe(0)
      await expect.poll(inUse, { timeout: 10_000 }).toBe(0)
      for (const s of [one, two]) s.destroy()
    },
    150_000,
  )

  test.each(['ndjson', 'csv', 'parquet'])(
    '%s that its reader leaves gives everything back at once',
    async (formato) => {
      const s = open(formato)
      await expect.poll(places, { timeout: 20_000 }).toBe(1)
      s.destroy()
      await expect.poll(places, { timeout: 10_000 }).toBe(0)
      await expect.poll(inUse, { timeout: 10_000 }).toBe(0)
    },
  )

  test.each([
    '0000-01-01T00:00:00Z',
    '2026-01-01T00:00:00+23:59',
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '%00',
  ])('a first moment %s is refused', async (desde) => {
    const r = await p.call('GET', `/api/datos/eventos?desde=${desde.replace('+', '%2B')}`, { cookie })
    expect([r.status, r.body.campo]).toEqual([400, 'desde'])
  })
})
