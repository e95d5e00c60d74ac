import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Aviso, Entrega, PreferenciasAviso, Webhook } from '#contract/avisos/avisos/avisos'
import { viasIniciales } from '#contract/avisos/avisos/values'
import { type PruebaAvisos, sendDue, startAvisos } from '../../testing/avisos'

describe.runIf(inject('base').hay)('notices in the application', () => {
  let a: PruebaAvisos
  beforeAll(async () => {
    a = await startAvisos()
  })
  afterEach(() => a.reset())
  afterAll(() => a.stop())

  type List = { data: Aviso[]; total: number; sin_leer: number }
  const list = async (who: string, query = '') =>
    (await a.p.call<List>('GET', `/api/avisos${query}`, { cookie: await a.p.as(who) })).body
  const read = async (who: string, body: object) =>
    a.p.call<{ sin_leer: number }>('POST', '/api/avisos/leer', { body, cookie: await a.p.as(who) })

  test('two transactions that tell of the same places in opposite order both end, and each place is told once', async () => {
    const golpe = (clave: string, lugar: number) => ({
      ...a.causaOf(lugar),
      tipo: 'extravio' as const,
      clave,
      datos: {
        contenedores: [clave],
        n: 1,
        lugar: `Muelle ${lugar}`,
        desde: new Date(a.ahora).toISOString(),
      },
      grupo: String(lugar),
    })
    const lugares = Array.from({ length: 25 }, (_, i) => i)
    for (let ronda = 0; ronda < 4; ronda++)
      await Promise.all([
        a.notifyAll(lugares.map((l) => golpe(`ida ${ronda} ${l}`, l))),
        a.notifyAll(lugares.toReversed().map((l) => golpe(`vuelta ${ronda} ${l}`, l))),
      ])
    const { data, total } = await list('operario', '?per_page=50')
    expect(total).toBe(25)
    for (const { asunto } of data) expect(asunto).toContain('8 contenedores')
  })

  test('are listed, newest first, each in words with a way to it, filtered, paged and marked', async () => {
    for (let i = 0; i < 3; i++) {
      await a.tell()
      a.ahora += 60_000
    }
    await a.tell({
      tipo: 'golpe',
      datos: { contenedor: '20014-001', impactos: 2, desde: new Date(a.ahora).toISOString() },
      enlace: '/incidencias?incidencia=7',
    })
    const all = await list('operario')
    expect([all.total, all.sin_leer]).toEqual([4, 4])
    expect(all.data[0]).toMatchObject({
      tipo: 'golpe',
      gravedad: 'normal',
      boton: 'Revisar el golpe',
      enlace: '/incidencias?incidencia=7',
      leido: false,
    })
    expect(all.data.map((x) => x.tiempo)).toEqual(
      all.data
        .map((x) => x.tiempo)
        .sort()
        .reverse(),
    )
    expect((await list('operario', '?tipo=golpe')).total).toBe(1)
    expect((await list('operario', '?gravedad=grave&per_page=2')).data).toHaveLength(2)
    expect((await list('operario', '?desde=2026-11-26')).total).toBe(0)
    expect((await list('operario', '?desde=2026-11-25&hasta=2026-11-25')).total).toBe(4)
    const [uno] = all.data
    expect((await read('operario', { ids: [uno?.id], leido: true })).body).toEqual({ sin_leer: 3 })
    expect((await list('operario', '?leido=si')).total).toBe(1)
    expect((await read('operario', { leido: true })).body).toEqual({ sin_leer: 0 })
    expect((await read('operario', { ids: [uno?.id], leido: false })).body).toEqual({ sin_leer: 1 })
    // Each user has marks of their own, and other companies have none.
    expect((await list('consulta')).sin_leer).toBe(4)
    expect((await list('calidad')).total).toBe(0)
    expect((await read('calidad', { ids: [uno?.id], leido: true })).body).toEqual({ sin_leer: 0 })
    for (const mala of [
      '?tipo=otro',
      '?gravedad=mucha',
      '?leido=quizas',
      '?page=0',
      '?per_page=9999',
      '?desde=ayer',
      '?desde=2026-02-02&hasta=2026-01-01',
    ])
      expect((await a.p.call('GET', `/api/avisos${mala}`, { cookie: await a.p.as('operario') })).status).toBe(
        400,
      )
    expect((await read('operario', { ids: [], leido: true })).status).toBe(400)
    expect((await read('operario', { ids: [0], leido: true })).status).toBe(400)
  })

  test('one that counts more is unread again', async () => {
    const extravio = (apodo: string) =>
      a.tell({
        tipo: 'extravio',
        clave: apodo,
        datos: { contenedores: [apodo], n: 1, lugar: null, desde: new Date(a.ahora).toISOString() },
      })
    await extravio('1-1')
    await read('operario', { leido: true })
    await extravio('1-2')
    expect(await list('operario')).toMatchObject({ total: 1, sin_leer: 1 })
  })

  test('open windows of the company hear of it at once, no others', async () => {
    async function open(who: string) {
      const corte = new AbortController()
      const res = await fetch(`${a.p.servidor.url}/api/live`, {
        headers: { cookie: await a.p.as(who) },
        signal: corte.signal,
      })
      let text = ''
      void (async () => {
        for await (const chunk of res.body as never as AsyncIterable<Uint8Array>)
          text += Buffer.from(chunk).toString()
      })().catch(() => {})
      return { texto: () => text, close: () => corte.abort() }
    }
    const suya = await open('operario')
    const ajena = await open('calidad')
    await sleep(100)
    await a.tell()
    await expect.poll(suya.texto, { timeout: 5000 }).toContain('event: aviso\n')
    await sleep(1200)
    expect(ajena.texto()).not.toContain('event: aviso\n')
    suya.close()
    ajena.close()
  })

  test('what somebody chose counts; until then what fits their role', async () => {
    const get = async (who: string) =>
      (await a.p.call<PreferenciasAviso>('GET', '/api/avisos/preferencias', { cookie: await a.p.as(who) }))
        .body
    const put = async (who: string, body: object) =>
      a.p.call<PreferenciasAviso>('PUT', '/api/avisos/preferencias', { body, cookie: await a.p.as(who) })
    const inicial = await get('operario')
    expect(inicial).toEqual({
      canales: viasIniciales('operario'),
      silencio: { desde: '22:00', hasta: '06:00' },
      familias: [],
      ubicaciones: [],
    })
    const { rows } = await a.pool.query(
      "insert into ubicacion (empresa_id, nombre) values (1, 'Muelle A'), (2, 'Ajena') returning id",
    )
    const [propia, ajena] = rows.map((r) => r.id)
    const canales = { ...inicial.canales, golpe: { app: 'no', correo: 'semana', push: 'no' } }
    const r = await put('operario', {
      ...inicial,
      canales,
      silencio: null,
      familias: ['20014'],
      ubicaciones: [propia, ajena, 999999],
    })
    expect(r.body).toEqual({ canales, silencio: null, familias: ['20014'], ubicaciones: [propia] })
    expect(await get('operario')).toEqual(r.body)
    await a.tell({
      tipo: 'golpe',
      datos: { contenedor: '20014-1', impactos: 1, desde: new Date(a.ahora).toISOString() },
    })
    await a.tell({ familias: ['20015'] })
    await a.tell({ lugares: [propia] })
    expect((await list('operario')).total).toBe(1)
    for (const mala of [
      { ...inicial, silencio: { desde: '25:00', hasta: '06:00' } },
      { ...inicial, canales: { golpe: canales.golpe } },
      { ...inicial, canales: { ...canales, golpe: { app: 'no', correo: 'siempre', push: 'no' } } },
      { ...inicial, familias: [''] },
    ])
      expect((await put('operario', mala)).status).toBe(400)
  })

  test('administrators see what was sent in their company, and why it was not', async () => {
    await a.give('admin')
    await a.give('encargada')
    await a.createWebhook({}, 2)
    a.receptor.answer = (_q, res) => void res.writeHead(500).end()
    await a.tell()
    await a.tell({ empresa: 2 })
    await sendDue(a.notificationSender)
    const entregas = async (who: string, query = '') =>
      (
        await a.p.call<{ data: Entrega[]; total: number }>('GET', `/api/avisos/entregas${query}`, {
          cookie: await a.p.as(who),
        })
      ).body
    const suyas = await entregas('encargada')
    expect(suyas.data.map((e) => [e.canal, e.nombre, e.estado, e.error])).toEqual([
      ['webhook', 'ERP', 'pendiente', 'El receptor responde 500.'],
      ['correo', 'Nombre de encargada', 'enviada', null],
    ])
    expect((await entregas('admin')).total).toBe(3)
    expect((await entregas('admin', '?empresa=1')).total).toBe(1)
    expect((await entregas('encargada', '?estado=pendiente&canal=webhook&search=500')).total).toBe(1)
    expect(
      (await a.p.call('GET', '/api/avisos/entregas?empresa=1', { cookie: await a.p.as('encargada') })).status,
    ).toBe(404)
  })

  test('a webhook is of its company: another one reads, changes and tries none of it', async () => {
    const { webhook, secreto } = await a.createWebhook({ tipos: ['golpe'] })
    expect(secreto).toMatch(/^whsec_[\w+/]{43}=$/)
    const cookie = await a.p.as('encargada')
    const de = async (c: string) =>
      (await a.p.call<{ data: Webhook[] }>('GET', '/api/webhooks', { cookie: c })).body.data
    expect(await de(cookie)).toEqual([])
    const [suyo] = await de(await a.p.as('admin'))
    expect(suyo).toMatchObject({ nombre: 'ERP', tipos: ['golpe'], activo: true, previo_hasta: null })
    expect(JSON.stringify(suyo)).not.toContain('whsec_')
    const { id } = webhook
    for (const [method, ruta, body] of [
      ['PUT', `/api/webhooks/${id}`, { nombre: 'mío' }],
      ['POST', `/api/webhooks/${id}/secreto`],
      ['POST', `/api/webhooks/${id}/prueba`],
      ['DELETE', `/api/webhooks/${id}`],
      [
        'POST',
        '/api/empresas/1/webhooks',
        { nombre: 'x', url: 'https://x.example', tipos: [], familias: [], ubicaciones: [] },
      ],
    ] as const)
      expect([ruta, (await a.p.call(method, ruta, { body, cookie })).status]).toEqual([ruta, 404])
    // The secret is in no entry of the audit log.
    const { rows } = await a.pool.query("select * from auditoria where entidad = 'webhook'")
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('whsec_')
  })

  test('trials say what became of them', async () => {
    const { webhook } = await a.createWebhook()
    const admin = await a.p.as('admin')
    // The product sends these itself, with the settings of the test.
    const tryIt = async (body: object) =>
      a.p.call<{ error: string | null }>('POST', '/api/avisos/prueba', { body, cookie: admin })
    expect((await a.p.call('POST', `/api/webhooks/${webhook.id}/prueba`, { cookie: admin })).body).toEqual({
      error: null,
    })
    expect(JSON.parse(a.receptor.tomadas[0]?.body.toString() as string).type).toBe('aviso.prueba')
    a.receptor.answer = (_q, res) => void res.writeHead(403).end()
    expect((await a.p.call('POST', `/api/webhooks/${webhook.id}/prueba`, { cookie: admin })).body).toEqual({
      error: 'El receptor responde 403.',
    })
    expect((await tryIt({ canal: 'correo' })).status).toBe(400)
    await a.give('admin')
    expect((await tryIt({ canal: 'correo' })).body).toEqual({ error: null })
    expect(a.buzon.mailMessages).toHaveLength(1)
    expect((await tryIt({ canal: 'push', suscripcion: 999999 })).status).toBe(404)
  })

  test('a device is of who subscribed on it last', async () => {
    await a.subscribe('operario')
    await a.subscribe('admin')
    const de = async (who: string) =>
      (
        await a.p.call<{ data: { id: number }[] }>('GET', '/api/avisos/dispositivos', {
          cookie: await a.p.as(who),
        })
      ).body.data
    expect(await de('operario')).toEqual([])
    const [suyo] = await de('admin')
    const ruta = `/api/avisos/dispositivos/${suyo?.id}`
    expect((await a.p.call('DELETE', ruta, { cookie: await a.p.as('operario') })).status).toBe(404)
    expect((await a.p.call('DELETE', ruta, { cookie: await a.p.as('admin') })).status).toBe(200)
  })
})
