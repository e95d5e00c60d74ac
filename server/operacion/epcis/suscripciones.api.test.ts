import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { SuscripcionEpcis } from '#contract/operacion/epcis/ajustes'
import { createNotificationSender, readSecretos } from '../../avisos/avisos/delivery/notification-sender'
import { SCHEMA } from '../../platform/jobs/repo'
import { startReceptor } from '../../testing/receptores'
import {
  type Documento,
  HOUR,
  listOf,
  MINUTE,
  type PruebaEpcis,
  startEpcis,
} from '../../testing/scenarios/epcis'
import { sendSuscripcion } from './suscripciones'

describe.runIf(inject('base').hay)('EPCIS 2.0: subscriptions', () => {
  let e: PruebaEpcis
  let receptor: Awaited<ReturnType<typeof startReceptor>>
  let webhook: { webhook: { id: number }; secreto: string }
  let ahora = Date.now()
  let sender: ReturnType<typeof createNotificationSender>
  let n = 0
  beforeAll(async () => {
    receptor = await startReceptor()
    e = await startEpcis({ AVISOS_HOSTS: '127.0.0.1' })
    await e.put()
    await e.put({}, 2)
    const body = { nombre: 'ERP', url: `${receptor.url}/epcis`, tipos: [], familias: [], ubicaciones: [] }
    const cookie = await e.p.as('admin')
    webhook = (await e.p.call<typeof webhook>('POST', '/api/empresas/1/webhooks', { body, cookie })).body
    sender = createNotificationSender({
      db: e.p.servidor.db,
      config: e.p.config,
      correo: null,
      base: 'https://retorna.example',
      secretos: await readSecretos(e.p.servidor.db),
      makeInforme: async () => null,
      makeExtracto: async () => null,
      ahora: () => new Date(ahora),
      esperaMs: 500,
    })
  })
  afterAll(async () => {
    await e.p.stop()
    await receptor.stop()
  })
  beforeEach(async () => {
    await e.pool.query('delete from epcis_suscripcion')
    receptor.answer = (_q, res) => void res.writeHead(200).end()
    receptor.tomadas.length = 0
    receptor.todas.length = 0
    ahora = Date.now()
  })

  const subscribe = async (mas: object = {}, empresa = 1, who = 'admin') =>
    e.p.call<SuscripcionEpcis & { campo?: string }>('POST', `/api/empresas/${empresa}/suscripciones_epcis`, {
      body: { nombre: 'Cliente', webhook: webhook.webhook.id, consulta: {}, ...mas },
      cookie: await e.p.as(who),
    })
  const read = async (id: number) =>
    (
      await e.p.call<{ data: SuscripcionEpcis[] }>('GET', '/api/suscripciones_epcis', {
        cookie: await e.p.as('admin'),
      })
    ).body.data.find((s) => s.id === id)
  /** A stay makes three events, or two if it is shorter than a rest. */
  const happen = async (stays: number) => {
    for (let i = 0; i < stays; i++, n++)
      await e.stay(`AABBCC00000${n % 5}`, 'Muelle', [
        25 * HOUR - n * 8 * MINUTE,
        25 * HOUR - n * 8 * MINUTE - 4 * MINUTE,
      ])
    await e.contar()
  }
  const taken = () =>
    receptor.tomadas.flatMap((q) => listOf(JSON.parse(q.body.toString()) as Documento).map((x) => x.eventID))
  const toldSince = async (id: number) =>
    (
      await e.pool.query('select event_id from epcis_evento where empresa_id = 1 and id > $1 order by id', [
        id,
      ])
    ).rows.map((r) => r.event_id)
  const last = async () =>
    Number((await e.pool.query('select max(id) as id from epcis_evento')).rows[0].id ?? 0)

  test('what happens from then on arrives in order, signed, as documents of the standard', async () => {
    await happen(1)
    const from = await last()
    const { body: s } = await subscribe()
    await happen(60)
    // The job is queued in the transaction that publishes.
    const { rows } = await e.pool.query(
      `select data from ${SCHEMA}.job where name = 'epcis.enviar' and state = 'created' and data = $1`,
      [{ id: s.id }],
    )
    expect(rows).toHaveLength(1)
    await sendSuscripcion(sender, { id: s.id })
    expect(taken()).toEqual(await toldSince(from))
    expect(receptor.tomadas.length).toBeGreaterThan(1)
    const [first] = receptor.tomadas
    const document = JSON.parse(first?.body.toString() ?? '') as Documento
    expect(document.type).toBe('EPCISQueryDocument')
    expect(document.epcisBody.queryResults).toMatchObject({
      queryName: 'SimpleEventQuery',
      subscriptionID: String(s.id),
    })
    expect(first?.headers['content-type']).toBe('application/ld+json')
    const verify = new Webhook(webhook.secreto)
    expect(
      verify.verify(first?.body.toString() ?? '', first?.headers as Record<string, string>),
    ).toMatchObject({
      type: 'EPCISQueryDocument',
    })
    // Nothing more is sent, and nothing twice.
    receptor.tomadas.length = 0
    await sendSuscripcion(sender, { id: s.id })
    expect(receptor.tomadas).toEqual([])
    expect((await read(s.id))?.enviada).not.toBeNull()
  })

  test('a receiver that fails for hours misses nothing: the same page is tried again, and order is kept', async () => {
    const from = await last()
    const { body: s } = await subscribe()
    await happen(2)
    let turn = 0
    receptor.answer = (_q, res) => {
      turn++
      if (turn % 3 === 0) res.socket?.destroy()
      else if (turn % 3 === 1) res.writeHead(500).end()
    }
    await sendSuscripcion(sender, { id: s.id })
    expect(await read(s.id)).toMatchObject({ error: 'El receptor responde 500.', activa: true })
    await sendSuscripcion(sender, { id: s.id })
    expect(receptor.todas).toHaveLength(1)
    for (let i = 0; i < 4; i++) {
      await happen(1)
      ahora += HOUR
      await sendSuscripcion(sender, { id: s.id })
    }
    expect(receptor.todas).toHaveLength(5)
    // Events published meanwhile are not added to the page that is retried.
    expect(new Set(receptor.todas.map((q) => q.headers['webhook-id'])).size).toBe(1)
    expect(receptor.tomadas).toEqual([])
    receptor.answer = (_q, res) => void res.writeHead(204).end()
    ahora += 2 * HOUR
    await sendSuscripcion(sender, { id: s.id })
    expect(taken()).toEqual(await toldSince(from))
    expect(await read(s.id)).toMatchObject({ error: null, siguiente: null })
  })

  test('a receiver away for a day pauses it, 410 too; gone on with, it receives all from where it stood', async () => {
    const from = await last()
    const { body: s } = await subscribe()
    const change = async (body: object) =>
      e.p.call('PUT', `/api/suscripciones_epcis/${s.id}`, { body, cookie: await e.p.as('admin') })
    await happen(1)
    receptor.answer = (_q, res) => void res.writeHead(503).end()
    for (let i = 0; i < 40; i++) {
      await sendSuscripcion(sender, { id: s.id })
      ahora += HOUR
    }
    expect(await read(s.id)).toMatchObject({
      activa: false,
      apagada: 'No se ha podido entregar en 24 horas. El receptor responde 503.',
    })
    await happen(1)
    receptor.answer = (_q, res) => void res.writeHead(410).end()
    expect((await change({ activa: true })).status).toBe(200)
    await sendSuscripcion(sender, { id: s.id })
    expect(await read(s.id)).toMatchObject({
      activa: false,
      apagada: 'El receptor responde que ya no existe (410).',
    })
    receptor.answer = (_q, res) => void res.writeHead(200).end()
    expect((await change({ activa: true })).status).toBe(200)
    await sendSuscripcion(sender, { id: s.id })
    expect(taken()).toEqual(await toldSince(from))
    // A user pauses it: nothing is sent.
    receptor.tomadas.length = 0
    await change({ activa: false })
    await happen(1)
    await sendSuscripcion(sender, { id: s.id })
    expect(receptor.tomadas).toEqual([])
  })

  test('several processes send each page once, in order', async () => {
    const from = await last()
    const { body: s } = await subscribe()
    await happen(80)
    receptor.answer = (_q, res) => void setTimeout(() => res.writeHead(200).end(), 20)
    await Promise.all([1, 2, 3].map(() => sendSuscripcion(sender, { id: s.id })))
    expect(taken()).toEqual(await toldSince(from))
  })

  test('a query narrows what is sent; from the first event on where that is asked for', async () => {
    const { body: s } = await subscribe({ consulta: { EQ_bizStep: 'departing' }, desde_el_principio: true })
    await sendSuscripcion(sender, { id: s.id })
    const { rows } = await e.pool.query(
      "select event_id from epcis_evento where empresa_id = 1 and biz_step = 'departing' order by id",
    )
    expect(taken()).toEqual(rows.map((r) => r.event_id))
  })

  test('after a copy was restored nothing leaves before it is let go', async () => {
    const { body: s } = await subscribe({ desde_el_principio: true })
    await e.pool.query('insert into salidas_retenidas default values')
    await sendSuscripcion(sender, { id: s.id })
    expect(receptor.todas).toEqual([])
    await e.pool.query('delete from salidas_retenidas')
    await sendSuscripcion(sender, { id: s.id })
    expect(receptor.tomadas.length).toBeGreaterThan(0)
  })

  test('of another company there is none, and what is wrong is said by its field', async () => {
    const { body: s } = await subscribe()
    expect((await subscribe({}, 2)).body.campo).toBe('webhook')
    expect((await subscribe({}, 2, 'encargada')).body.campo).toBe('webhook')
    expect((await subscribe({}, 1, 'encargada')).status).toBe(404)
    const wrong = await subscribe({ consulta: { EQ_action: 'NADA' } })
    expect([wrong.status, wrong.body.campo]).toEqual([400, 'consulta'])
    expect((await subscribe({ consulta: { LT_eventTime: '2026-01-01T00:00:00Z' } })).status).toBe(400)
    const cookie = await e.p.as('encargada')
    for (const method of ['PUT', 'DELETE'])
      expect(
        (
          await e.p.call(method, `/api/suscripciones_epcis/${s.id}`, {
            body: method === 'PUT' ? {} : undefined,
            cookie,
          })
        ).status,
      ).toBe(404)
    expect((await e.p.call<{ data: [] }>('GET', '/api/suscripciones_epcis', { cookie })).body.data).toEqual(
      [],
    )
    const audit = await e.p.call<{ data: object[] }>('GET', '/api/auditoria?entidad=epcis_suscripcion', {
      cookie: await e.p.as('admin'),
    })
    expect(audit.body.data[0]).toMatchObject({ accion: 'crear', nombre: 'Cliente', username: 'admin' })
    expect(
      (await e.p.call('DELETE', `/api/suscripciones_epcis/${s.id}`, { cookie: await e.p.as('admin') }))
        .status,
    ).toBe(200)
    expect(await read(s.id)).toBeUndefined()
  })
})
