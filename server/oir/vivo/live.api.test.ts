// @module-tag slow: a flood
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Cambios } from '#contract/oir/vivo/live'
import { type Prueba, startPrueba } from '../../testing/retorna'

describe.runIf(inject('base').hay)('live changes', () => {
  let p: Prueba
  let id: number
  beforeAll(async () => {
    p = await startPrueba()
    await p.register('AC233F00CC01', 'SmartBle', '888-1')
    const { rows } = await p.servidor.pool.query("select id from dispositivo where mac = 'AC233F00CC01'")
    id = rows[0].id
  })
  afterAll(() => p.stop())

  const change = () => p.servidor.pool.query("select avisar('cambios', $1)", [`1:${id}`])

  /** Opens a stream and collects the devices of its `cambios`. */
  async function watch(cookie: string, query = '') {
    const corte = new AbortController()
    const r = await fetch(`${p.servidor.url}/api/live${query}`, {
      headers: { cookie },
      signal: corte.signal,
    })
    const v = { status: r.status, macs: [] as string[], fin: false, end: () => corte.abort() }
    const read = async () => {
      let text = ''
      for await (const chunk of r.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk
        const partes = text.split('\n\n')
        text = partes.pop() ?? ''
        for (const parte of partes) {
          if (!parte.startsWith('event: cambios')) continue
          const { dispositivos } = JSON.parse(parte.slice(parte.indexOf('data: ') + 6)) as Cambios
          v.macs.push(...dispositivos.map((d) => d.Dispositivo))
        }
      }
    }
    read()
      .catch(() => {})
      .finally(() => {
        v.fin = true
      })
    return v
  }

  test('a change reaches its company and the admin, and nobody else', async () => {
    const quienes = ['operario', 'calidad', 'admin']
    const [operario, calidad, admin] = await Promise.all(quienes.map(async (q) => watch(await p.as(q))))
    const adminDe2 = await watch(await p.as('admin'), '?empresa=2')
    await change()
    await vi.waitFor(() => expect([operario?.macs.length, admin?.macs.length]).toEqual([1, 1]), 4000)
    await sleep(300)
    expect([calidad?.macs, adminDe2.macs]).toEqual([[], []])
    expect((await watch(await p.as('calidad'), '?empresa=1')).status).toBe(404)
    expect((await watch(await p.as('planta5'))).status).toBe(403)
    for (const v of [operario, calidad, admin, adminDe2]) v?.end()
  })

  test('a fault of ours is logged, and what follows it arrives', async () => {
    const log = vi.spyOn(p.servidor.app.log, 'error')
    const v = await watch(await p.as('operario'))
    await p.servidor.pool.query('alter view dispositivo_actual rename to dispositivo_ausente')
    await change()
    await vi.waitFor(() => expect(log).toHaveBeenCalledWith(expect.anything(), 'live changes not sent'), 8000)
    await p.servidor.pool.query('alter view dispositivo_ausente rename to dispositivo_actual')
    log.mockRestore()
    await change()
    await vi.waitFor(() => expect(v.macs.length).toBeGreaterThan(0), 8000)
    v.end()
  })

  test('a company that becomes a panel has its streams ended', async () => {
    const v = await watch(await p.login('calidad'))
    const put = async (modo: string) => {
      const body = { nombre: 'Calidad', modo }
      const r = await p.call('PUT', '/api/empresas/2', { body, cookie: await p.as('admin') })
      expect(r.status).toBe(200)
    }
    await put('panel')
    await vi.waitFor(() => expect(v.fin).toBe(true), 4000)
    expect((await watch(await p.as('calidad'))).status).toBe(403)
    await put('completo')
  })

  test.each([
    ["update usuario set empresa_id = 5 where username = 'operario'", 'empresa_id = 1'],
    ["update usuario set activo = false where username = 'operario'", 'activo = true'],
    ["update usuario set rol = 'admin' where username = 'operario'", "rol = 'operario'"],
    ["delete from sesion where usuario_id = (select id from usuario where username = 'operario')", ''],
  ])('%s ends the stream before anything more is sent', async (sql, undo) => {
    const v = await watch(await p.login('operario'))
    await sleep(100)
    await p.servidor.pool.query(sql)
    await change()
    await vi.waitFor(() => expect(v.fin).toBe(true), 4000)
    expect(v.macs).toEqual([])
    if (undo) await p.servidor.pool.query(`update usuario set ${undo} where username = 'operario'`)
  })

  test('windows that are closed make room for others', async () => {
    const cookie = await p.login('calidad')
    const abiertas = await Promise.all(Array.from({ length: 20 }, () => watch(cookie)))
    expect(abiertas.every((v) => v.status === 200)).toBe(true)
    expect((await watch(cookie)).status).toBe(429)
    for (const v of abiertas) v.end()
    await vi.waitFor(async () => {
      const v = await watch(cookie)
      v.end()
      expect(v.status).toBe(200)
    }, 4000)
  })

  describe('clients that never read', () => {
    const DISPOSITIVOS = 80
    const LENGTH = 100_000
    /** A single message for all of these devices is larger than the socket buffers. */
    const change = () => p.servidor.pool.query("select avisar('cambios', $1)", [aviso])
    const connections = (de = p) =>
      new Promise<number>((r) => de.servidor.app.server.getConnections((_e, n) => r(n)))
    const ocupada = () => {
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    let aviso: string
    let gc: () => void
    beforeAll(async () => {
      const { rows } = await p.servidor.pool.query(
        `with d as (insert into dispositivo (empresa_id, mac, tipo)
           select 3, 'LARGO' || i, 'iBeacon' from generate_series(1, ${DISPOSITIVOS}) i returning id)
         insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, valor)
         select id, 3, now(), now(), jsonb_build_object('largo', repeat('x', ${LENGTH})) from d
         returning dispositivo_id as id`,
      )
      aviso = `3:${rows.map((r) => r.id).join(',')}`
      setFlagsFromString('--expose-gc')
      gc = runInNewContext('gc')
    })

    async function openMudas(cuantas: number, cookie: string, de = p) {
      const antes = await connections(de)
      const mudas = Array.from({ length: cuantas }, () => {
        const s = connect(Number(new URL(de.servidor.url).port), '127.0.0.1')
        s.on('error', () => {})
        s.pause()
        s.write(`GET /api/live?empresa=3 HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`)
        return s
      })
      await vi.waitFor(async () => expect(await connections(de)).toBe(antes + cuantas), 20_000)
      return { antes, end: () => mudas.map((s) => s.destroy()) }
    }

    /** A server of its own, started just after the heartbeat that is sent every 15 s, so that there is time until the next. */
    async function startCallada(environment: Record<string, string>): Promise<Prueba> {
      const callada = await startPrueba({
        ...environment,
        ROLES: 'api',
        DATABASE_URL: p.config.DATABASE_URL as string,
      })
      const lectora = get(`${callada.servidor.url}/api/live`, { headers: { cookie: await p.as('admin') } })
      const [response] = (await once(lectora, 'response')) as [IncomingMessage]
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      await vi.waitFor(() => expect(text.split('event: avisos').length).toBeGreaterThan(2), 10_000)
      lectora.destroy()
      await vi.waitFor(async () => expect(await connections(callada)).toBe(0), 20_000)
      return callada
    }

    test('what is owed to many takes the memory of what is owed to one', async () => {
      const callada = await startCallada({})
      try {
        const { end } = await openMudas(20, await p.login('admin'), callada)
        gc()
        const empty = ocupada()
        await change()
        await sleep(2500)
        gc()
        expect(await connections(callada)).toBe(20)
        expect(ocupada() - empty).toBeLessThan(5 * DISPOSITIVOS * LENGTH)
        end()
      } finally {
        await callada.stop()
      }
    })

    test('one who is owed too much is let go', async () => {
      const { antes, end } = await openMudas(1, await p.login('admin'))
      for (let i = 0; i < 6; i++) {
        await change()
        await sleep(700)
      }
      expect(await connections()).toBeLessThanOrEqual(antes)
      end()
    })

    test('one who takes nothing for too long is let go, however little it is', async () => {
      const callada = await startCallada({ PARADA_MAX_S: '1' })
      try {
        const { antes, end } = await openMudas(1, await p.login('admin'), callada)
        await change()
        await vi.waitFor(async () => expect(await connections(callada)).toBeLessThanOrEqual(antes), 9000)
        end()
      } finally {
        await callada.stop()
      }
    })
  })

  test('HEAD is no stream', async () => {
    const r = await fetch(`${p.servidor.url}/api/live`, {
      method: 'HEAD',
      headers: { cookie: await p.as('admin') },
    })
    expect(r.status).toBe(404)
  })
})
