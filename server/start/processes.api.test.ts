// @module-tag slow: starts and stops of whole programs
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { pruneRateLimits } from '../personas/acceso/repo-rate-limit'
import { CLAVE, CUENTAS } from '../testing/databases/plantilla'
import { makePdf } from '../testing/files'
import { type Prueba, startPrueba } from '../testing/retorna'

type Api = Awaited<ReturnType<Prueba['startApi']>>

describe.runIf(inject('base').hay)('two API processes behind a plain round-robin', () => {
  let p: Prueba
  let a: Api
  let b: Api
  let vez = 0
  /** Calls alternate between the two processes. */
  const call: Prueba['call'] = (...que) => (vez++ % 2 ? b : a).call(...que)

  beforeAll(async () => {
    p = await startPrueba({ TRUST_PROXY: '1' })
    a = await p.startApi()
    b = await p.startApi()
  })
  afterAll(() => p.stop())

  test('who logs in at one is in at the other, and out of both', async () => {
    const r = await a.call('POST', '/api/login', { body: { username: 'operario', password: CLAVE } })
    expect(r.status).toBe(200)
    for (let i = 0; i < 4; i++)
      expect((await call('GET', '/api/get_user', { cookie: r.cookie })).status).toBe(200)
    expect((await b.call('POST', '/api/logout', { cookie: r.cookie })).status).toBe(200)
    for (let i = 0; i < 2; i++)
      expect((await call('GET', '/api/get_user', { cookie: r.cookie })).status).toBe(401)
  })

  test('wrong passwords are counted over both, also all at once', async () => {
    const login = (password: string) =>
      call('POST', '/api/login', {
        body: { username: 'planta6', password },
        headers: { 'x-forwarded-for': '192.0.2.9' },
      })
    const estados = (await Promise.all(Array.from({ length: 24 }, (_, i) => login(`no ${i}`)))).map(
      (r) => r.status,
    )
    expect(estados.filter((s) => s === 401)).toHaveLength(10)
    expect(estados.filter((s) => s === 429)).toHaveLength(14)
    for (const api of [a, b]) {
      const r = await api.call('POST', '/api/login', {
        body: { username: 'planta6', password: CLAVE },
        headers: { 'x-forwarded-for': '192.0.2.9' },
      })
      expect(r.status).toBe(429)
      expect(Number(r.headers.get('retry-after'))).toBeGreaterThan(800)
    }
  })

  test.each([
    ['the assistant', 20, '/api/asistente?pregunta=incidencia'],
    ['the public view of a mac', 60, '/api/public_device?mac=AC233F000001'],
  ])('%s answers %i times a minute, whichever process is asked', async (_que, veces, ruta) => {
    const headers = { 'x-forwarded-for': '192.0.2.10' }
    const estados = await Promise.all(
      Array.from({ length: veces + 10 }, async () => (await call('GET', ruta, { headers })).status),
    )
    expect(estados.filter((s) => s === 200)).toHaveLength(veces)
    expect(estados.filter((s) => s === 429)).toHaveLength(10)
  })

  test('while nothing can be counted nobody is let through, and then all is as before', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.11' }
    const ask = () => call('GET', '/api/asistente?pregunta=incidencia', { headers })
    const c = await p.servidor.pool.connect()
    try {
      await c.query('begin; lock table freno in access exclusive mode')
      const login = call('POST', '/api/login', { body: { username: 'calidad', password: CLAVE } })
      for (const r of [await ask(), await login])
        expect([r.status, r.headers.has('retry-after')]).toEqual([503, true])
    } finally {
      await c.query('rollback')
      c.release()
    }
    expect((await ask()).status).toBe(200)
  })

  test('counts that stand no more go, the others stay', async () => {
    const { pool, db } = p.servidor
    await pool.query(
      "insert into freno values ('pasado', 3, 5, now() - interval '1 s'), ('en pie', 3, 5, now() + interval '1 h')",
    )
    await pruneRateLimits(db)
    const { rows } = await pool.query("select clave from freno where clave in ('pasado', 'en pie')")
    expect(rows).toEqual([{ clave: 'en pie' }])
  })

  describe('files', () => {
    const LARGE = '/api/export_eventos_excel'
    const abiertas: Response[] = []
    const open = async (api: Api, ruta = LARGE) => {
      const corte = new AbortController()
      const res = await fetch(api.servidor.url + ruta, {
        headers: { cookie: await p.as('operario') },
        signal: corte.signal,
      })
      // An answer that is not referenced would be garbage-collected, and its stream closed.
      abiertas.push(res)
      return { status: res.status, leave: () => corte.abort() }
    }
    beforeAll(async () => {
      await p.register('AC233F0000E1', 'SmartBle', '888-1')
      await p.servidor.pool.query(
        `insert into evento (id, empresa_id, dispositivo_id, tiempo, estado, valor)
           select i, 1, d.id, now() - i * interval '1 second', 0, jsonb_build_object('ruido',
             (select string_agg(md5(i::text || j), '') from generate_series(1, 64) j))
           from dispositivo d, generate_series(1, 12000) i where d.mac = 'AC233F0000E1'`,
      )
    })

    test('a person makes two at once over both, and one that is cancelled at the one is free at the other', async () => {
      const first = await open(a)
      const segunda = await open(b)
      expect([first.status, segunda.status]).toEqual([200, 200])
      for (const api of [a, b]) {
        const r = await api.call('GET', LARGE, { cookie: await p.as('operario') })
        expect([r.status, r.body.code]).toEqual([429, 'demasiadas_peticiones'])
        expect(r.body.error).toContain('Ya tiene 2 exportaciones')
      }
      expect((await b.call('GET', '/api/export_inventario', { cookie: await p.as('admin') })).status).toBe(
        200,
      )
      first.leave()
      await expect
        .poll(async () => (await open(b, '/api/export_inventario')).status, { timeout: 10_000 })
        .toBe(200)
      segunda.leave()
      const countTomadas = () => p.servidor.pool.query('select from plaza').then((r) => r.rowCount)
      await expect.poll(countTomadas, { timeout: 10_000 }).toBe(0)
    })

    test('how far one is can be asked at the other', async () => {
      const id = randomUUID()
      const cookie = await p.as('operario')
      const headers = { cookie }
      const res = await fetch(`${a.servidor.url}${LARGE}?exportacion=${id}`, { headers })
      expect((await res.arrayBuffer()).byteLength).toBeGreaterThan(1 << 20)
      const findHechas = async () =>
        (await b.call<{ hechas: number }>('GET', `/api/exportaciones/${id}`, { cookie })).body.hechas
      await expect.poll(findHechas).toBe(12_000)
    })

    test('the places of a killed process are free after half a minute', async () => {
      const { rows } = await p.servidor.pool.query("select id from usuario where username = 'calidad'")
      await p.servidor.pool.query(
        `insert into plaza select 'exportaciones ' || $1, n, gen_random_uuid(), now() + interval '30 s' from generate_series(1, 2) n`,
        [rows[0].id],
      )
      const cookie = await p.as('calidad')
      expect((await call('GET', '/api/export_inventario', { cookie })).status).toBe(429)
      await p.servidor.pool.query("update plaza set hasta = hasta - interval '30 s'")
      for (let i = 0; i < 2; i++)
        expect((await call('GET', '/api/export_inventario', { cookie })).status).toBe(200)
    })
  })

  test('what is uploaded to the one is read and found at the other', async () => {
    const cookie = await p.as('admin')
    const { body } = await a.call<{ id: string }>('POST', '/api/manuales/carpetas', {
      body: { titulo: 'Uso' },
      cookie,
    })
    const forma = new FormData()
    const pdf = await makePdf('Las jaulas se apilan de tres en tres.')
    forma.append('archivo', new Blob([new Uint8Array(pdf)]), 'Jaulas.pdf')
    const subida = await fetch(`${b.servidor.url}/api/manuales/documentos?carpeta=${body.id}`, {
      method: 'POST',
      body: forma,
      headers: { cookie },
    })
    const { id } = (await subida.json()) as { id: string }
    for (const api of [a, b]) {
      const res = await fetch(`${api.servidor.url}/api/manuales/archivo/${id}`, {
        headers: { range: 'bytes=0-4' },
      })
      expect([res.status, await res.text()]).toEqual([206, '%PDF-'])
      const r = await api.call<{ data: { title: string }[] }>('GET', '/api/manuales/buscar?q=jaulas')
      expect(r.body.data.map((x) => x.title)).toEqual(['Jaulas'])
    }
    expect((await a.call('DELETE', `/api/manuales/documentos/${id}`, { cookie })).status).toBe(200)
    expect((await b.call('GET', `/api/manuales/archivo/${id}`)).status).toBe(404)
  })

  test('what changes is told to the windows of both within two seconds', async () => {
    await p.register('C30000000A01', 'Reader', 'LEC-V', { lat: 42.84, lon: -2.67 })
    await p.register('AC233F0000F1', 'SmartBle', '888-9')
    const credencial = await p.issue('C30000000A01')
    const corte = new AbortController()
    const cookie = await p.as('operario')
    const listen = async (api: Api) => {
      const res = await fetch(`${api.servidor.url}/api/live`, { headers: { cookie }, signal: corte.signal })
      expect(res.status).toBe(200)
      const stream = { texto: '' }
      void (async () => {
        const decoder = new TextDecoder()
        for await (const chunk of res.body as ReadableStream<Uint8Array>)
          stream.texto += decoder.decode(chunk)
      })().catch(() => {})
      return stream
    }
    const streams = [await listen(a), await listen(b)]
    try {
      await p.send('retorna', JSON.stringify({ mac: 'AC233F0000F1', rssi: -60 }), credencial)
      for (const stream of streams)
        await expect
          .poll(() => stream.texto, { timeout: 2000, interval: 50 })
          .toMatch(/event: cambios\ndata: .*AC233F0000F1/)
      // Changes by people too, through either process.
      const cambio = {
        mac_serie: 'AC233F0000F1',
        es_serie: true,
        tipo_dispositivo: 'SmartBle',
        apodo: '888-10',
        estado: 'Activado',
      }
      const r = await b.call('POST', '/api/update_device_details', {
        body: cambio,
        cookie: await p.as('admin'),
      })
      expect(r.status).toBe(200)
      for (const stream of streams)
        await expect.poll(() => stream.texto, { timeout: 2000, interval: 50 }).toContain('"888-10"')
    } finally {
      corte.abort()
    }
  })

  test.each(CUENTAS)('a whole visit of %s, each call at another process', async (username) => {
    const r = await call<{ token: string }>('POST', '/api/login', { body: { username, password: CLAVE } })
    expect(r.status).toBe(200)
    const { cookie } = r
    const ask = async (method: string, ruta: string, body?: unknown) =>
      [ruta, (await call(method, ruta, { cookie, body })).status] as const
    const suyas = ['/api/get_user', '/api/sesiones', '/api/manuales']
    for (const ruta of [...suyas, ...suyas]) expect(await ask('GET', ruta)).toEqual([ruta, 200])
    // For all other calls both processes answer the same.
    for (const ruta of [
      '/api/devices',
      '/api/incidencias_abiertas',
      '/api/hoy',
      '/api/usuarios',
      '/api/auditoria',
      '/api/salud',
    ]) {
      const [una, otra] = [await ask('GET', ruta), await ask('GET', ruta)]
      expect([200, 403]).toContain(una[1])
      expect(otra).toEqual(una)
    }
    expect((await call('POST', '/api/logout', { cookie })).status).toBe(200)
    for (let i = 0; i < 2; i++) expect((await ask('GET', '/api/get_user'))[1]).toBe(401)
  })
})
