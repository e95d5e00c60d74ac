import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { type PruebaAvisos, sendDue, startAvisos } from '../../../testing/avisos'
import { createAparato } from '../../../testing/receptores'
import { startPrueba } from '../../../testing/retorna'

const MINUTE = 60_000
const HOUR = 3_600_000

describe.runIf(inject('base').hay)('notices: webhook', () => {
  let a: PruebaAvisos
  beforeAll(async () => {
    a = await startAvisos()
  })
  afterEach(() => a.reset())
  afterAll(() => a.stop())

  test('what nobody takes for a day is given up and said, and what follows is tried', async () => {
    await a.createWebhook()
    a.receptor.answer = (_p, res) => void res.writeHead(500).end()
    await a.tell()
    await a.run(a.ahora + 25 * HOUR, 20 * MINUTE)
    expect(await a.entregas()).toMatchObject([
      {
        estado: 'rechazada',
        error: 'No se ha podido entregar en 24 horas. El receptor responde 500.',
      },
    ])
    a.receptor.answer = (_p, res) => void res.writeHead(200).end()
    await a.tell()
    await sendDue(a.notificationSender)
    expect(a.receptor.tomadas).toHaveLength(1)
  })

  test('a webhook is signed as Standard Webhooks has it, with two secrets while one is exchanged', async () => {
    const { webhook, secreto } = await a.createWebhook()
    await a.tell()
    await sendDue(a.notificationSender)
    const [una] = a.receptor.tomadas
    const headers = una?.headers as Record<string, string>
    const verifica = (s: string, q = una) =>
      new Webhook(s).verify(q?.body.toString() as string, {
        ...(q?.headers as Record<string, string>),
        // The library checks the timestamp against the present time; the signed one is used here.
      })
    // The library's clock is set to the test's.
    const real = Date.now
    Date.now = () => a.ahora
    try {
      expect(verifica(secreto)).toMatchObject({
        type: 'aviso.causa_abierta',
        data: { gravedad: 'grave', enlace: `https://retorna.example/causas/${a.n}` },
      })
      expect(() => verifica(`whsec_${Buffer.from('otro secreto cualquiera').toString('base64')}`)).toThrow()
      expect(headers['webhook-id']).toBe((await a.pool.query('select id from entrega')).rows[0].id)
      const cambio = await a.p.call<{ secreto: string }>('POST', `/api/webhooks/${webhook.id}/secreto`, {
        cookie: await a.p.as('admin'),
      })
      await a.pool.query('update webhook set previo_hasta = $1', [new Date(a.ahora + 24 * HOUR)])
      await a.tell()
      await sendDue(a.notificationSender)
      expect(verifica(secreto, a.receptor.tomadas[1])).toBeDefined()
      expect(verifica(cambio.body.secreto, a.receptor.tomadas[1])).toBeDefined()
      a.ahora += 25 * HOUR
      await a.tell()
      await sendDue(a.notificationSender)
      expect(verifica(cambio.body.secreto, a.receptor.tomadas[2])).toBeDefined()
      expect(() => verifica(secreto, a.receptor.tomadas[2])).toThrow()
    } finally {
      Date.now = real
    }
  })

  test('a receiver down for an hour, slow, refusing, sending elsewhere: all arrives once it is back, in order, each with one id', async () => {
    const { webhook } = await a.createWebhook()
    const lento = await a.createWebhook({ nombre: 'Lento', url: `${a.receptor.url}/lento` })
    let malo = 0
    const ARTES = [
      (res: Parameters<typeof a.receptor.answer>[1]) => void res.writeHead(500).end(),
      (res: Parameters<typeof a.receptor.answer>[1]) => void res.socket?.destroy(),
      (res: Parameters<typeof a.receptor.answer>[1]) =>
        void res.writeHead(302, { location: a.receptor.url }).end(),
      (res: Parameters<typeof a.receptor.answer>[1]) => void res.socket?.end('garbage\r\n\r\n'),
      () => {},
      (res: Parameters<typeof a.receptor.answer>[1]) =>
        void res.writeHead(429, { 'retry-after': '60' }).end(),
    ]
    a.receptor.answer = (q, res) => {
      if (q.url === '/lento') setTimeout(() => res.writeHead(200).end(), 300)
      else ARTES[malo++ % ARTES.length]?.(res)
    }
    for (let i = 0; i < 4; i++) {
      await a.tell()
      await a.run(a.ahora + 15 * MINUTE, MINUTE)
    }
    // Neither the slow receiver nor the failing one delays the other.
    expect(a.receptor.tomadas.filter((q) => q.url === '/lento')).toHaveLength(4)
    expect(a.receptor.tomadas.filter((q) => q.url === '/gancho')).toEqual([])
    expect(malo).toBeGreaterThan(4)
    a.receptor.answer = (_q, res) => void res.writeHead(204).end()
    await a.run(a.ahora + HOUR, 5 * MINUTE)
    for (const url of ['/gancho', '/lento'])
      expect(
        a.receptor.tomadas.filter((q) => q.url === url).map((q) => JSON.parse(q.body.toString()).data.asunto),
      ).toEqual([3, 2, 1, 0].map((i) => `Lector ${a.n - i} sin señal`))
    const deWebhookSubscriber = a.receptor.todas
      .filter((q) => q.url === '/gancho')
      .map((q) => q.headers['webhook-id'])
    expect(new Set(deWebhookSubscriber).size).toBe(4)
    expect((await a.entregas()).every((e) => e.estado === 'enviada')).toBe(true)
    expect([webhook.id, lento.webhook.id].every(Boolean)).toBe(true)
  })

  test('410 ends it: nothing more is sent there until somebody switches it on', async () => {
    const { webhook } = await a.createWebhook()
    a.receptor.answer = (_p, res) => void res.writeHead(410).end()
    await a.tell()
    await a.tell()
    await sendDue(a.notificationSender)
    expect(a.receptor.todas).toHaveLength(1)
    expect((await a.entregas()).map((e) => e.estado)).toEqual(['rechazada', 'descartada'])
    const lee = async () =>
      (
        await a.p.call<{ data: { activo: boolean; apagado: string | null }[] }>('GET', '/api/webhooks', {
          cookie: await a.p.as('admin'),
        })
      ).body.data[0]
    expect(await lee()).toMatchObject({
      activo: false,
      apagado: 'El receptor responde que ya no existe (410).',
    })
    await a.tell()
    expect(await a.entregas()).toHaveLength(2)
    await a.p.call('PUT', `/api/webhooks/${webhook.id}`, {
      body: { activo: true },
      cookie: await a.p.as('admin'),
    })
    expect(await lee()).toMatchObject({ activo: true, apagado: null })
  })

  test('several processes send each thing once', async () => {
    await a.createWebhook()
    await a.createWebhook({ url: `${a.receptor.url}/otro` })
    a.receptor.answer = (_p, res) => void setTimeout(() => res.writeHead(200).end(), 20)
    for (let i = 0; i < 10; i++) await a.tell()
    await Promise.all([1, 2, 3].map(() => sendDue(a.notificationSender)))
    expect(a.receptor.todas).toHaveLength(20)
    expect(new Set(a.receptor.todas.map((q) => `${q.url} ${q.headers['webhook-id']}`)).size).toBe(20)
    for (const url of ['/gancho', '/otro'])
      expect(
        a.receptor.todas
          .filter((q) => q.url === url)
          .map((q) => Number(JSON.parse(q.body.toString()).data.asunto.split(' ')[1])),
      ).toEqual(Array.from({ length: 10 }, (_, i) => a.n - 9 + i))
  })

  test('what was sent and not noted, because its process died in between, is sent once more with the same id', async () => {
    await a.createWebhook()
    await a.tell()
    const { canales } = a.notificationSender
    const cae: typeof a.notificationSender = {
      ...a.notificationSender,
      canales: {
        ...canales,
        async webhook(w, e) {
          await canales.webhook(w, e)
          throw new Error('killed')
        },
      },
    }
    await expect(sendDue(cae)).rejects.toThrow('killed')
    expect((await a.entregas())[0]).toMatchObject({ estado: 'pendiente', intentos: 0 })
    await sendDue(a.notificationSender)
    const [first, segunda, ...otras] = a.receptor.todas.map((q) => q.headers['webhook-id'])
    expect([segunda, otras]).toEqual([first, []])
  })

  test('an address inside is refused when it is typed, and when its name leads there later', async () => {
    const body = { nombre: 'x', tipos: [], familias: [], ubicaciones: [] }
    for (const url of [
      'http://ejemplo.example/',
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://localhost/',
      'https://169.254.169.254/',
    ]) {
      const res = await a.p.call('POST', '/api/empresas/1/webhooks', {
        body: { ...body, url },
        cookie: await a.p.as('admin'),
      })
      expect([url, res.status, res.body.campo]).toEqual([url, 400, 'url'])
    }
    const push = { ...createAparato().claves, aparato: 'x', direccion: 'https://192.168.1.1/push' }
    expect(
      (await a.p.call('POST', '/api/avisos/dispositivos', { body: push, cookie: await a.p.as('operario') }))
        .status,
    ).toBe(400)
    await a.createWebhook({ url: 'https://cambia.example/' })
    const inside = a.createOtra(
      { AVISOS_HOSTS: [] },
      { resolve: (_h, done) => done(null, [{ address: '10.0.0.7', family: 4 }]) },
    )
    await a.tell()
    await sendDue(inside)
    expect((await a.entregas())[0]).toMatchObject({
      estado: 'rechazada',
      error: 'cambia.example lleva a 10.0.0.7, y los avisos solo salen a direcciones públicas.',
    })
  })

  test("a host inside that is one company's takes what it sends, and nothing of the others", async () => {
    const port = new URL(a.receptor.url).port
    const p = await startPrueba({ AVISOS_HOSTS: `2@127.0.0.1:${port}` })
    try {
      const body = { nombre: 'ERP', url: `${a.receptor.url}/x`, tipos: [], familias: [], ubicaciones: [] }
      const create = async (empresa: number, who = 'admin', mas: object = {}) =>
        p.call<{ webhook: { id: number }; campo?: string }>('POST', `/api/empresas/${empresa}/webhooks`, {
          body: { ...body, ...mas },
          cookie: await p.as(who),
        })
      const ajeno = await create(1)
      expect([ajeno.status, ajeno.body.campo]).toEqual([400, 'url'])
      expect((await create(2, 'encargada')).status).toBe(200)
      const otro = await create(1, 'admin', { url: 'https://fuera.example/' })
      const change = async (id: number) =>
        (
          await p.call('PUT', `/api/webhooks/${id}`, {
            body: { url: `${a.receptor.url}/y` },
            cookie: await p.as('admin'),
          })
        ).status
      expect(await change(otro.body.webhook.id)).toBe(400)
      const push = { ...createAparato().claves, aparato: 'x', direccion: `${a.receptor.url}/push` }
      const subscribe = async (who: string) =>
        (await p.call('POST', '/api/avisos/dispositivos', { body: push, cookie: await p.as(who) })).status
      expect([await subscribe('operario'), await subscribe('encargada')]).toEqual([400, 200])
    } finally {
      await p.stop()
    }
  })

  test('what was let inside before and is no more is not sent', async () => {
    await a.createWebhook()
    await a.createWebhook({}, 2)
    const solo2 = a.createOtra({ AVISOS_HOSTS: [{ empresa: 2, host: '127.0.0.1' }] })
    await a.tell()
    await a.tell({ empresa: 2 })
    await sendDue(solo2)
    expect((await a.entregas()).map((e) => e.estado)).toEqual(['rechazada', 'enviada'])
    expect(a.receptor.tomadas).toHaveLength(1)
  })
})
