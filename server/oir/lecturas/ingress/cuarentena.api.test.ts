import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { createCuarentena } from './repo-cuarentena'

const HOUR = 3_600_000

describe.runIf(inject('base').hay)('quarantine', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  type Row = { id: string; detalle: string; topic: string }
  const list = async () =>
    (await p.call<Row[]>('GET', '/api/cuarentena', { cookie: await p.as('admin') })).body
  const replay = async (id: string | undefined) =>
    p.call('POST', `/api/cuarentena/${id}/reprocesar`, { cookie: await p.as('admin') })

  /** Insert a message as it is kept if it came from an outside broker, and its reader was not registered. */
  const keep = (formato: string, topic: string, recibida: Date, cuerpo: object) =>
    p.servidor.pool.query(
      `insert into cuarentena (formato, via, topic, motivo, detalle, huella, cuerpo, recibida)
       values ($1, 'mqtt', $2, 'lector_desconocido', $2, sha256($3::bytea), $3, $4)`,
      [formato, topic, Buffer.from(JSON.stringify(cuerpo)), recibida],
    )

  test('once its reader is registered, a message is read again as what its topic said, and as of then', async () => {
    const recibida = new Date(Date.now() - 3 * HOUR)
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
    const rows = await list()
    const [ruuvi, theengs] = ['ruuvi/', 'home/'].map((t) => rows.find((f) => f.detalle.startsWith(t))?.id)
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

  test('what a bridge heard of a reader that nobody knew yet is read once the reader is registered', async () => {
    const [puente, nuevo] = ['C30000000A05', 'C30000000A06']
    await p.register(puente, 'Reader', 'LEC-A5')
    await p.register('AC233F00A005', 'SmartBle', '20014-105')
    const credencial = await p.issue(puente, true)
    const texto = JSON.stringify({ mac: 'AC233F00A005', lector: nuevo, rssi: -60, bateria: 64 })
    expect((await p.send('retorna', texto, credencial)).body.code).toBe('lector_desconocido')
    const cookie = await p.as('admin')
    const waiting = async () =>
      (await p.call<{ id: string; muestra: string }[]>('GET', '/api/cuarentena', { cookie })).body.find((q) =>
        q.muestra.includes(nuevo),
      )
    const replay = async (id: string | undefined) =>
      (await p.call('POST', `/api/cuarentena/${id}/reprocesar`, { cookie })).body
    const una = await waiting()
    expect(await replay(una?.id)).toMatchObject({ aceptadas: 0, rechazadas: 1 })
    expect(await waiting()).toMatchObject({ id: una?.id })
    await p.register(nuevo, 'Reader', 'LEC-A6')
    // What counts is whom the sender may speak for now.
    await p.issue(puente, false)
    expect(await replay(una?.id)).toMatchObject({ aceptadas: 0, rechazadas: 1 })
    await p.issue(puente, true)
    expect(await replay(una?.id)).toEqual({ aceptadas: 1, duplicadas: 0, sin_registrar: 0, rechazadas: 0 })
    expect(await waiting()).toBeUndefined()
    expect(await p.device('AC233F00A005')).toMatchObject({ ApodoLector: 'LEC-A6', Bateria: 64 })
  })

  test('what a reader sent that is not registered any more is read no more', async () => {
    const [ido, lejano] = ['C30000000A15', 'C30000000A16']
    await p.register(ido, 'Reader', 'LEC-A15')
    const texto = JSON.stringify({ mac: 'AC233F00A015', lector: lejano, rssi: -60 })
    expect((await p.send('retorna', texto, await p.issue(ido, true))).body.code).toBe('lector_desconocido')
    const cookie = await p.as('admin')
    const { body } = await p.call<{ data: { id: string; Name: string }[] }>('GET', '/api/devices', { cookie })
    const ids = body.data.filter((d) => d.Name === 'LEC-A15').map((d) => d.id)
    await p.call('POST', '/api/delete_devices', { body: { ids }, cookie })
    // The deleted reader was of company 1. This one is of company 2, and must not be spoken for.
    await p.register(lejano, 'Reader', 'LEC-A16', { empresa: 2 })
    const rows = await p.call<{ id: string; muestra: string }[]>('GET', '/api/cuarentena', { cookie })
    const row = rows.body.find((q) => q.muestra.includes(lejano))
    const r = await p.call('POST', `/api/cuarentena/${row?.id}/reprocesar`, { cookie })
    expect([r.status, r.body]).toEqual([
      404,
      { error: 'El lector que lo envió ya no está registrado.', code: 'no_encontrado' },
    ])
  })

  test('a long message is kept whole and can be read again', async () => {
    const [puente, nuevo] = ['C30000000A25', 'C30000000A26']
    await p.register(puente, 'Reader', 'LEC-A25')
    await p.register('AC233F00A025', 'SmartBle', '20014-125')
    const credencial = await p.issue(puente, true)
    const lecturas = Array.from({ length: 400 }, (_, i) => {
      const tiempo = new Date(Date.now() - i * 1000).toISOString()
      return { mac: 'AC233F00A025', lector: nuevo, rssi: -60, tiempo, nota: 'x'.repeat(600) }
    })
    const texto = JSON.stringify(lecturas)
    expect(texto.length).toBeGreaterThan(200_000)
    expect((await p.send('retorna', texto, credencial)).body.code).toBe('lector_desconocido')
    const cookie = await p.as('admin')
    const rows = await p.call<{ id: string; muestra: string }[]>('GET', '/api/cuarentena', { cookie })
    const row = rows.body.find((q) => q.muestra.includes(nuevo))
    expect(row?.muestra).toHaveLength(2000)
    const recibida = () =>
      p.servidor.pool.query('select recibida, veces from cuarentena where id = $1', [row?.id])
    const before = (await recibida()).rows
    expect((await replay(row?.id)).body).toMatchObject({ rechazadas: 400 })
    // A failed replay does not count as a new arrival.
    expect((await recibida()).rows).toEqual(before)
    await p.register(nuevo, 'Reader', 'LEC-A26')
    expect((await replay(row?.id)).body).toMatchObject({ aceptadas: 400, rechazadas: 0 })
  })

  test('the noise of a reader takes the place of nobody else’s messages', async () => {
    const { db, pool } = p.servidor
    const cuarentena = createCuarentena(db, {
      porSegundo: { quien: 1000, empresa: 1000 },
      quien: { mensajes: 5, bytes: 5000 },
      empresa: { mensajes: 12, bytes: 8000 },
    })
    const keep = (empresa: number, lector: number, texto: string) =>
      cuarentena.keep({
        ...{ empresa, lector, texto, formato: 'retorna', via: 'http', topic: null },
        rechazo: { motivo: 'ilegible', detalle: 'No se entiende.' },
      })
    const kept = async (lector: number) =>
      (await pool.query('select cuerpo from cuarentena where lector_id = $1 order by id', [lector])).rows.map(
        (f) => f.cuerpo.toString().slice(0, 2),
      )
    await keep(2, 9002, 'de otro')
    await keep(3, 9003, 'de otra empresa')
    for (let i = 10; i < 40; i++) await keep(2, 9001, `${i} ruido`)
    expect(await kept(9001)).toEqual(['35', '36', '37', '38', '39'])
    // Longer messages: fewer of them fit.
    for (let i = 50; i < 60; i++) await keep(2, 9001, String(i).repeat(1000))
    expect(await kept(9001)).toEqual(['58', '59'])
    expect([await kept(9002), await kept(9003)]).toEqual([['de'], ['de']])
    // A company has a limit too: its oldest message goes first.
    for (let i = 0; i < 5; i++) await keep(2, 9100 + i, 'x'.repeat(1500))
    expect(await kept(9002)).toEqual([])
    expect(await kept(9003)).toEqual(['de'])
  })

  test('so many a second of a reader, and of a company', async () => {
    const limites = { mensajes: 1000, bytes: 1 << 20 }
    const cuarentena = createCuarentena(
      p.servidor.db,
      { porSegundo: { quien: 2, empresa: 5 }, quien: limites, empresa: limites },
      () => 1_000_000,
    )
    const keep = (empresa: number, lector: number, n: number) =>
      cuarentena.keep({
        ...{ empresa, lector, texto: `ruido ${n}`, formato: 'retorna', via: 'http', topic: null },
        rechazo: { motivo: 'ilegible', detalle: 'No se entiende.' },
      })
    const seguidos = async (empresa: number, lector: number) => {
      let n = 0
      for (let i = 0; i < 4; i++) n += Number(await keep(empresa, lector, i))
      return n
    }
    expect([await seguidos(4, 1), await seguidos(4, 2), await seguidos(4, 3)]).toEqual([2, 2, 1])
    expect(await seguidos(5, 4)).toBe(2)
  })
})
