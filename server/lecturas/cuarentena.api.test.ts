import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../pruebas/retorna'

const HORA = 3_600_000

describe.runIf(inject('base').hay)('quarantine', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  type Fila = { id: string; detalle: string; topic: string }
  const list = async () =>
    (await p.call<Fila[]>('GET', '/api/cuarentena', { cookie: await p.as('admin') })).body
  const replay = async (id: string | undefined) =>
    p.call('POST', `/api/cuarentena/${id}/reprocesar`, { cookie: await p.as('admin') })

  /** As an outside broker's message is kept whose reader nobody had registered. */
  const keep = (formato: string, topic: string, recibida: Date, cuerpo: object) =>
    p.servidor.pool.query(
      `insert into cuarentena (formato, via, topic, motivo, detalle, huella, cuerpo, recibida)
       values ($1, 'mqtt', $2, 'lector_desconocido', $2, sha256($3::bytea), $3, $4)`,
      [formato, topic, Buffer.from(JSON.stringify(cuerpo)), recibida],
    )

  test('once its reader is registered, a message is read again as what its topic said, and as of then', async () => {
    const recibida = new Date(Date.now() - 3 * HORA)
    const ts = String(Math.floor(recibida.getTime() / 1000) - 2)
    const data = '0201061BFF99040515AE4C6DC6D7000CFFF803F4ADB6AD697FF41F0C28CBD6'
    await keep('ruuvi', 'ruuvi/C30000000A09/DE4C6DC6D701', recibida, {
      gw_mac: 'C3:00:00:00:0A:09',
      rssi: -60,
      ts,
      gwts: ts,
      data,
    })
    await keep('theengs', 'home/C30000000A09/BTtoMQTT/DE4C6DC6D702', recibida, {
      id: 'DE4C6DC6D702',
      rssi: -50,
    })
    const filas = await list()
    const [ruuvi, theengs] = ['ruuvi/', 'home/'].map((t) => filas.find((f) => f.detalle.startsWith(t))?.id)
    expect((await replay(ruuvi)).body).toMatchObject({ aceptadas: 0, rechazadas: 1 })

    await p.register('C30000000A09', 'Reader', 'LEC-A9')
    await p.register('DE4C6DC6D701', 'SmartBle', '20014-901')
    await p.register('DE4C6DC6D702', 'SmartBle', '20014-902')
    for (const id of [ruuvi, theengs])
      expect((await replay(id)).body).toMatchObject({ aceptadas: 1, rechazadas: 0 })
    for (const mac of ['DE4C6DC6D701', 'DE4C6DC6D702']) {
      const d = await p.device(mac)
      expect(d.ApodoLector).toBe('LEC-A9')
      expect(Math.abs(Date.parse(d.UltimoRegistro as string) - recibida.getTime())).toBeLessThan(5000)
    }
    expect((await list()).map((f) => f.id)).not.toContain(ruuvi)
  })

  test('a reader that nobody registered is named', async () => {
    await p.register('C30000000A08', 'Reader', 'LEC-A8')
    const puente = await p.issue('C30000000A08', true)
    const texto = JSON.stringify({ mac: 'AC233F00A001', lector: 'C3000000FFFF', rssi: -60 })
    expect((await p.send('retorna', texto, puente)).body).toMatchObject({
      error: 'El lector C3000000FFFF no está registrado.',
    })
    expect((await list()).map((f) => f.detalle)).toContain('El lector C3000000FFFF no está registrado.')
  })
})
