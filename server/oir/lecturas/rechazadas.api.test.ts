import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { NEEDS_NATS, startLogNats } from '../../testing/nats'
import { refuseRows } from '../../testing/rechaza'
import { type Prueba, startPrueba } from '../../testing/retorna'

const GW = 'C30000DD0001'
const MALA = 'AC233FDD0001'
const BUENAS = ['AC233FDD0002', 'AC233FDD0003', 'AC233FDD0004']

describe.runIf(inject('base').hay)('what the database refuses, without a log', () => testRejections())
describe.runIf(inject('base').hay)('what the database refuses, with a log on NATS', NEEDS_NATS, () =>
  testRejections(startLogNats),
)

function testRejections(startLog?: typeof startLogNats): void {
  let nats: Awaited<ReturnType<typeof startLogNats>> | undefined
  let p: Prueba
  let credencial: { usuario: string; clave: string }
  beforeAll(async () => {
    nats = await startLog?.()
    p = await startPrueba(nats && { NATS_URL: nats.url })
    await p.register(GW, 'Reader', 'LEC-DD1')
    for (const [i, mac] of [MALA, ...BUENAS].entries()) await p.register(mac, 'SmartBle', `20014-60${i}`)
    credencial = await p.issue(GW)
  })
  afterAll(async () => {
    await p.stop()
    await nats?.stop()
  })

  type Row = { id: string; motivo: string; detalle: string; lector: string; muestra: string }
  const waiting = async () =>
    (await p.call<Row[]>('GET', '/api/cuarentena', { cookie: await p.as('admin') })).body
  const replay = async (id: string) =>
    (await p.call('POST', `/api/cuarentena/${id}/reprocesar`, { cookie: await p.as('admin') })).body
  const bateriaOf = async (mac: string) => (await p.device(mac)).Bateria
  const soon = (work: () => Promise<void>) => vi.waitFor(work, { timeout: 20_000, interval: 100 })

  test('goes to quarantine with its reason, its neighbours through; read again it stays until it is applied', async () => {
    const { rows } = await p.servidor.pool.query('select id from dispositivo where mac = $1', [MALA])
    const allow = await refuseRows(
      p.servidor.pool,
      'dispositivo_estado',
      `new.dispositivo_id = ${rows[0].id}`,
    )
    const macs = [BUENAS[0], MALA, BUENAS[1], BUENAS[2]]
    const tiempo = new Date(Date.now() - 1000).toISOString()
    const lecturas = macs.map((mac, i) => ({ mac, rssi: -60, tiempo, bateria: 50 + i }))
    const r = await p.send('retorna', JSON.stringify(lecturas), credencial)
    expect(r.status).toBe(200)
    await soon(async () => {
      expect(await waiting()).toMatchObject([
        {
          motivo: 'no_guardable',
          detalle: 'El mensaje contiene valores que no se pueden guardar.',
          lector: 'LEC-DD1',
        },
      ])
      expect(await Promise.all(BUENAS.map(bateriaOf))).toEqual([50, 52, 53])
    })
    expect(await bateriaOf(MALA)).toBeNull()

    const [row] = (await waiting()) as [Row]
    expect(row.muestra).toContain(MALA)
    expect(await replay(row.id)).toMatchObject({ aceptadas: 0, rechazadas: 1 })
    expect((await waiting()).map((f) => f.id)).toEqual([row.id])
    expect(await bateriaOf(MALA)).toBeNull()

    await allow()
    expect(await replay(row.id)).toMatchObject({ aceptadas: 1, rechazadas: 0 })
    expect(await waiting()).toEqual([])
    const d = await p.device(MALA)
    expect(d.Bateria).toBe(51)
    expect(Date.parse(d.UltimoRegistro as string)).toBe(Date.parse(tiempo))
  })

  test('what comes after it is applied', async () => {
    const text = JSON.stringify({ mac: MALA, rssi: -60, bateria: 33, tiempo: new Date().toISOString() })
    expect((await p.send('retorna', text, credencial)).body).toMatchObject({ aceptadas: 1 })
    await soon(async () => expect(await bateriaOf(MALA)).toBe(33))
  })
}
