// @module-tag slow: a flood
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../../testing/retorna'

/** More rows than the socket buffers of both ends hold. */
const ROWS = 12_000
const LARGE = '/api/export_eventos_excel'

describe.runIf(inject('base').hay)('files that nobody waits for', () => {
  let p: Prueba
  /** Ports of the clients whose connections the server has not seen end. */
  const abiertos = new Set<number | undefined>()
  beforeAll(async () => {
    p = await startPrueba({ PARADA_MAX_S: '4' })
    p.servidor.app.server.on('connection', (s) => {
      const port = s.remotePort
      abiertos.add(port)
      s.once('close', () => abiertos.delete(port))
    })
    await p.register('AC233F0000E1', 'SmartBle', '888-1')
    await p.servidor.pool.query(
      `insert into evento (id, empresa_id, dispositivo_id, tiempo, estado, valor)
         select i, 1, d.id, now() - i * interval '1 second', 0, jsonb_build_object('ruido',
           (select string_agg(md5(i::text || j), '') from generate_series(1, 64) j))
         from dispositivo d, generate_series(1, ${ROWS}) i where d.mac = 'AC233F0000E1'`,
    )
  })
  afterAll(() => p.stop())

  /** Number of connections held by the rows of a file. */
  const held = async () =>
    (
      await p.servidor.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
           and (state like 'idle in transaction%' or (state = 'active' and query ~ '^(declare|fetch).* filas'))`,
      )
    ).rowCount
  const taken = async () => (await p.servidor.pool.query('select 1 from plaza')).rowCount
  const status = async (ruta: string, who: string) => {
    const res = await fetch(p.servidor.url + ruta, { headers: { cookie: await p.as(who) } })
    await res.arrayBuffer()
    return res.status
  }
  const waitLibres = async () => {
    await expect.poll(held, { timeout: 20_000 }).toBe(0)
    for (const who of ['operario', 'admin'])
      expect(await status('/api/export_eventos_excel?end_date=2020-01-01', who)).toBe(200)
  }
  /** Run `work` while a table is locked against reading. */
  async function locked(tabla: string, work: () => Promise<void>): Promise<void> {
    const c = await p.servidor.pool.connect()
    try {
      await c.query(`begin; lock table ${tabla} in access exclusive mode`)
      await work()
    } finally {
      await c.query('rollback')
      c.release()
    }
  }
  const waiting = async () =>
    (
      await p.servidor.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rowCount

  /** Request files and read nothing of them. */
  async function ask(ruta: string, quienes: string[]) {
    const cookies = await Promise.all(quienes.map((q) => p.as(q)))
    const sockets = cookies.map((cookie) => {
      const s = connect(Number(new URL(p.servidor.url).port), '127.0.0.1')
      s.on('error', () => {})
      s.pause()
      s.write(`GET ${ruta} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`)
      return s
    })
    return {
      /** Disconnect, and wait until the server has noticed it. */
      async leave() {
        const suyos = sockets.map((s) => s.localPort)
        for (const s of sockets) s.destroy()
        await expect.poll(() => suyos.filter((port) => abiertos.has(port)), { timeout: 10_000 }).toEqual([])
      },
    }
  }

  test('a file that is not read is ended, and others get theirs all the while', async () => {
    await ask(LARGE, ['operario', 'operario'])
    await expect.poll(held, { timeout: 20_000 }).toBe(2)
    const tercera = await p.call('GET', LARGE, { cookie: await p.as('operario') })
    expect([tercera.status, tercera.body.code]).toEqual([429, 'demasiadas_peticiones'])
    expect(tercera.body.error).toContain('Ya tiene 2 exportaciones')
    expect(await status(LARGE, 'admin')).toBe(200)
    await waitLibres()
  })

  test('a file that is taken slowly, but taken, comes whole', async () => {
    const res = await fetch(p.servidor.url + LARGE, { headers: { cookie: await p.as('operario') } })
    let bytes = 0
    for await (const chunk of res.body as ReadableStream<Uint8Array>) {
      bytes += chunk.length
      if (bytes < 4 << 20) await sleep(20)
    }
    expect(bytes).toBeGreaterThan(8 << 20)
  })

  test.each(['xlsx', 'pdf'])(
    'a %s cancelled before its first rows gives everything back',
    async (formato) => {
      await locked('evento', async () => {
        const pedidas = await ask(`/api/export_eventos?formato=${formato}&columnas=Time`, [
          'operario',
          'operario',
          'admin',
          'admin',
        ])
        await expect.poll(waiting, { timeout: 10_000 }).toBe(4)
        await pedidas.leave()
      })
      await waitLibres()
    },
  )

  test('files that follow one another are not refused because a place is slow to come back', async () => {
    await p.servidor.pool.query(
      `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$;
       create trigger slow before delete on plaza for each statement execute function slow()`,
    )
    for (let i = 0; i < 4; i++) expect(await status('/api/export_inventario', 'operario')).toBe(200)
    await p.servidor.pool.query('drop trigger slow on plaza; drop function slow()')
    await waitLibres()
  })

  test('a client that leaves before its file is begun leaves no place taken', async () => {
    for (const who of ['operario', 'admin', 'calidad']) {
      await locked('dispositivo', async () => {
        const pedidas = await ask('/api/export_inventario', [who, who])
        await expect.poll(waiting, { timeout: 10_000 }).toBe(2)
        await pedidas.leave()
      })
      await expect.poll(held, { timeout: 10_000 }).toBe(0)
      await expect.poll(taken, { timeout: 10_000 }).toBe(0)
      expect(await status('/api/export_inventario', who)).toBe(200)
    }
  })
})
