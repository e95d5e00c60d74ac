import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Cambios } from '#contract/live'
import { type Prueba, startPrueba } from '../pruebas/retorna'

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

  const change = () => p.servidor.pool.query("select pg_notify('retorna_cambios', $1)", [`1:${id}`])

  /** Open a stream and gather the devices of its `cambios`. */
  async function watch(cookie: string, consulta = '') {
    const corte = new AbortController()
    const r = await fetch(`${p.servidor.url}/api/live${consulta}`, {
      headers: { cookie },
      signal: corte.signal,
    })
    const v = { status: r.status, macs: [] as string[], fin: false, end: () => corte.abort() }
    const read = async () => {
      let texto = ''
      for await (const trozo of r.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        texto += trozo
        const partes = texto.split('\n\n')
        texto = partes.pop() ?? ''
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

  test.each([
    ["update usuario set empresa_id = 5 where username = 'operario'", 'empresa_id = 1'],
    ["update usuario set activo = false where username = 'operario'", 'activo = true'],
    ["update usuario set is_admin = true where username = 'operario'", 'is_admin = false'],
    ["delete from sesion where usuario_id = (select id from usuario where username = 'operario')", ''],
  ])('%s ends the stream before anything more is sent', async (sql, deshacer) => {
    const v = await watch(await p.login('operario'))
    await sleep(100)
    await p.servidor.pool.query(sql)
    await change()
    await vi.waitFor(() => expect(v.fin).toBe(true), 4000)
    expect(v.macs).toEqual([])
    if (deshacer) await p.servidor.pool.query(`update usuario set ${deshacer} where username = 'operario'`)
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

  test('a client that never reads is let go', async () => {
    const { rows } = await p.servidor.pool.query(
      `with d as (insert into dispositivo (empresa_id, mac, tipo)
         select 3, 'LARGO' || i, 'iBeacon' from generate_series(1, 80) i returning id)
       insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, valor)
       select id, 3, now(), now(), jsonb_build_object('largo', repeat('x', 100000)) from d
       returning dispositivo_id as id`,
    )
    const aviso = `3:${rows.map((r) => r.id).join(',')}`
    const cookie = await p.login('admin')
    const { port } = new URL(p.servidor.url)
    const conexiones = () => new Promise<number>((r) => p.servidor.app.server.getConnections((_e, n) => r(n)))
    const antes = await conexiones()
    const mudo = connect(Number(port), '127.0.0.1')
    mudo.on('error', () => {})
    mudo.pause()
    mudo.write(`GET /api/live?empresa=3 HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`)
    await vi.waitFor(async () => expect(await conexiones()).toBe(antes + 1))
    for (let i = 0; i < 6; i++) {
      await p.servidor.pool.query("select pg_notify('retorna_cambios', $1)", [aviso])
      await sleep(700)
    }
    expect(await conexiones()).toBeLessThanOrEqual(antes)
    mudo.destroy()
  })

  test('HEAD is no stream', async () => {
    const r = await fetch(`${p.servidor.url}/api/live`, {
      method: 'HEAD',
      headers: { cookie: await p.as('admin') },
    })
    expect(r.status).toBe(404)
  })
})
