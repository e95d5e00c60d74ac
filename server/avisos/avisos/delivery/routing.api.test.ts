import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { MEDIODIA, type PruebaAvisos, sendDue, startAvisos } from '../../../testing/avisos'
import { leeMailMessage } from '../../../testing/receptores'
import { type Hecho, notify } from '../notify'

const MINUTE = 60_000
const HOUR = 3_600_000

describe.runIf(inject('base').hay)('notices: reparto', () => {
  let a: PruebaAvisos
  beforeAll(async () => {
    a = await startAvisos()
  })
  afterEach(() => a.reset())
  afterAll(() => a.stop())

  test('a notice and what is to be sent stand and fall with the fact, and are there once', async () => {
    await a.give('admin')
    await a.db
      .transaction()
      .execute(async (tx) => {
        await notify(tx, a.causaOf(1, 'uno'), new Date(a.ahora))
        throw new Error('undone')
      })
      .catch(() => {})
    expect(await a.entregas()).toEqual([])
    const first = await a.tell({ clave: 'uno' })
    expect(first).toBeGreaterThan(0)
    expect(await a.tell({ clave: 'uno' })).toBeNull()
    // At the same time: the second waits for the first, and finds the fact reported.
    const joined = await Promise.all([1, 2, 3, 4].map(() => a.tell({ clave: 'dos' })))
    expect(joined.filter((x) => x !== null)).toHaveLength(1)
    expect(await a.entregas()).toHaveLength(2)
    const trabajos = await a.pool.query("select count(*)::int as n from jobs.job where name like 'envios.%'")
    expect(trabajos.rows[0].n).toBe(2)
    // The same name in another company is a different fact.
    expect(await a.tell({ clave: 'uno', empresa: 2 })).toBeGreaterThan(first as number)
  })

  test('nobody of another company, nobody deactivated, nobody who moved away is told', async () => {
    for (const u of ['admin', 'operario', 'encargada', 'calidad']) await a.give(u)
    await a.subscribe('encargada')
    await a.createWebhook({}, 2)
    await a.tell()
    expect((await a.entregas()).map((e) => e.destino)).toEqual([`correo:${await a.idOf('admin')}`])
    await a.pool.query("update usuario set activo = false where username = 'admin'")
    await sendDue(a.notificationSender)
    expect(a.buzon.mailMessages).toEqual([])
    expect((await a.entregas())[0]).toMatchObject({ estado: 'descartada' })
    await a.tell()
    expect(await a.entregas()).toHaveLength(1)
    await a.pool.query("update usuario set activo = true where username = 'admin'")
    await a.tell()
    await a.pool.query("update usuario set empresa_id = 2 where username = 'admin'")
    await sendDue(a.notificationSender)
    expect(a.buzon.mailMessages).toEqual([])
    expect(a.receptor.todas).toEqual([])
    // They do not see it in the application either.
    const { body } = await a.p.call<{ total: number }>('GET', '/api/avisos', {
      cookie: await a.p.as('admin'),
    })
    expect(body.total).toBe(0)
  })

  test('several of one place are told together and counted, others never with them', async () => {
    await a.createWebhook()
    const extravio = (apodo: string, grupo: string, mas: object = {}) =>
      a.tell({
        tipo: 'extravio',
        clave: `extravio:${apodo}:${a.n}`,
        datos: {
          contenedores: [apodo],
          n: 1,
          lugar: `Muelle ${grupo}`,
          desde: new Date(a.ahora - 72 * HOUR).toISOString(),
        },
        grupo,
        ...mas,
      } as Partial<Hecho>)
    const uno = await extravio('20014-001', '3')
    a.ahora += MINUTE
    await sendDue(a.notificationSender)
    expect(a.receptor.todas).toEqual([])
    expect(await extravio('20014-002', '3')).toBe(uno)
    const otro = await extravio('20014-003', '4')
    expect(otro).not.toBe(uno)
    expect(await extravio('20014-004', '3', { tipo: 'bateria' })).not.toBe(uno)
    expect(await extravio('20014-005', '3', { gravedad: 'grave' })).not.toBe(uno)
    expect(await extravio('20014-006', '3', { empresa: 2 })).not.toBe(uno)
    a.ahora += 4 * MINUTE
    // Its time window has ended: the next fact makes a new notice.
    expect(await extravio('20014-007', '3')).not.toBe(uno)
    await a.run(a.ahora + 10 * MINUTE, MINUTE)
    const texts = a.receptor.tomadas.map((q) => JSON.parse(q.body.toString()).data.asunto)
    expect(texts.sort()).toEqual([
      'Batería baja: 20014-004',
      'Posible extravío de 2 contenedores',
      'Posible extravío: 20014-003',
      'Posible extravío: 20014-005',
      'Posible extravío: 20014-007',
    ])
  })

  test('quiet hours hold back what is not grave, a digest gathers', async () => {
    await a.give('admin')
    const golpe = {
      tipo: 'golpe' as const,
      datos: { contenedor: '20014-001', impactos: 1, desde: new Date(MEDIODIA).toISOString() },
    }
    for (let i = 0; i < 3; i++) await a.tell(golpe)
    await a.run(a.ahora + 18 * HOUR, HOUR)
    expect(a.buzon.mailMessages).toEqual([])
    await a.run(Date.parse('2026-11-26T06:00:00Z'))
    expect(a.buzon.mailMessages).toHaveLength(1)
    const { texto, cabecera } = leeMailMessage(a.buzon.mailMessages[0] as never)
    expect(cabecera('Subject')).toBe('Resumen: 3 avisos')
    expect(texto.match(/Golpe del contenedor/g)).toHaveLength(3)
    a.buzon.mailMessages.length = 0
    a.ahora = Date.parse('2026-11-26T22:30:00Z')
    await a.tell({
      tipo: 'causa_cerrada',
      datos: {
        que: 'Lector 1 sin señal',
        contenedores: 3,
        desde: new Date(a.ahora - HOUR).toISOString(),
        hasta: new Date(a.ahora).toISOString(),
      },
    } as Partial<Hecho>)
    await a.tell()
    await sendDue(a.notificationSender)
    expect(a.buzon.mailMessages.map((c) => leeMailMessage(c).cabecera('Subject'))).toEqual([
      `Lector ${a.n} sin señal`,
    ])
    await a.run(Date.parse('2026-11-27T05:00:00Z'))
    expect(a.buzon.mailMessages.map((c) => leeMailMessage(c).cabecera('Subject'))[1]).toBe(
      'Resuelto: Lector 1 sin señal',
    )
  })
})
