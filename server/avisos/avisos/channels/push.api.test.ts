import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { type PruebaAvisos, sendDue, startAvisos } from '../../../testing/avisos'
import { readVapid } from '../../../testing/receptores'

const MINUTE = 60_000
const HOUR = 3_600_000

describe.runIf(inject('base').hay)('notices: push', () => {
  let a: PruebaAvisos
  beforeAll(async () => {
    a = await startAvisos()
  })
  afterEach(() => a.reset())
  afterAll(() => a.stop())

  test('web push is encrypted for the device and signed with keys that are kept', async () => {
    const aparato = await a.subscribe('admin')
    await a.tell()
    await sendDue(a.notificationSender)
    const [q] = a.receptor.tomadas
    expect(q?.headers).toMatchObject({ urgency: 'high', 'content-encoding': 'aes128gcm' })
    expect(q?.body.toString('latin1')).not.toContain('Lector')
    expect(aparato.read(q as never)).toMatchObject({
      titulo: `Lector ${a.n} sin señal`,
      texto: `Lector ${a.n} sin señal desde las 11:48: afecta a 300 contenedores.`,
      enlace: `/causas/${a.n}`,
    })
    const vapid = readVapid(q as never)
    expect(vapid).toMatchObject({ aud: a.receptor.url, sub: 'mailto:avisos@retorna.example' })
    expect(vapid.exp).toBeGreaterThan(Date.now() / 1000)
    const { body } = await a.p.call<{ clave: string }>('GET', '/api/avisos/dispositivos', {
      cookie: await a.p.as('admin'),
    })
    expect(vapid.clave).toBe(body.clave)
    // Another process has the same key.
    const api = await a.p.startApi()
    // Its jobs use the wall clock, the test's jobs a clock of their own.
    await api.servidor.jobs.stop()
    const otra = await api.call<{ clave: string }>('GET', '/api/avisos/dispositivos', {
      cookie: await a.p.as('admin'),
    })
    expect(otra.body.clave).toBe(body.clave)
  })

  test('a push service that is down or slow gets it later; a device that is gone is forgotten', async () => {
    const aparato = await a.subscribe('admin')
    a.receptor.answer = (_p, res) => void res.writeHead(503).end()
    await a.tell()
    await a.tell()
    await a.run(a.ahora + HOUR, 5 * MINUTE)
    a.receptor.answer = (_p, res) => void setTimeout(() => res.writeHead(201).end(), 200)
    await a.run(a.ahora + HOUR, 5 * MINUTE)
    expect(a.receptor.tomadas.map((q) => aparato.read(q).titulo)).toEqual([
      `Lector ${a.n - 1} sin señal`,
      `Lector ${a.n} sin señal`,
    ])
    a.receptor.answer = (_p, res) => void res.writeHead(410).end()
    await a.tell()
    await a.tell()
    await sendDue(a.notificationSender)
    const { body } = await a.p.call<{ data: unknown[] }>('GET', '/api/avisos/dispositivos', {
      cookie: await a.p.as('admin'),
    })
    expect(body.data).toEqual([])
    expect((await a.entregas()).map((e) => e.estado)).toEqual([
      'enviada',
      'enviada',
      'rechazada',
      'descartada',
    ])
  })
})
