import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { expectVector, registerVector } from '../../testing/vector'
import { vectores } from './formats/gateways/vectors/manifest'

const GW = 'C30000000A01'
const TAG = 'AC233F00A001'

describe.runIf(inject('base').hay)('POST /api/lecturas', () => {
  let p: Prueba
  let c: { usuario: string; clave: string }
  beforeAll(async () => {
    p = await startPrueba()
    await p.register(GW, 'Reader', 'LEC-A1', { lat: 42.84, lon: -2.67 })
    await p.register(TAG, 'SmartBle', '20014-101')
    await p.register('AC233F00A002', 'SmartBle', '60110-001', { empresa: 2 })
    c = await p.issue(GW)
  })
  afterAll(() => p.stop())

  const lectura = (mas: object = {}) =>
    JSON.stringify({ mac: TAG, rssi: -60, tiempo: new Date().toISOString(), ...mas })

  test('answers what became of each reading, and the same message twice changes nothing', async () => {
    const text = JSON.stringify([
      { mac: TAG, rssi: -60, tiempo: new Date().toISOString(), bateria: 77 },
      { mac: '001122334455', rssi: -80 },
      { mac: 'AC233F00A002', rssi: -70 },
      { mac: 'not a mac' },
    ])
    const una = await p.send('retorna', text, c)
    expect([una.status, una.body]).toEqual([
      200,
      { aceptadas: 1, duplicadas: 0, sin_registrar: 2, rechazadas: 1 },
    ])
    const before = await total()
    const otra = await p.send('retorna', text, c)
    expect(otra.body).toMatchObject({ aceptadas: 0, duplicadas: 1 })
    expect(await total()).toBe(before)
    expect(await p.device(TAG)).toMatchObject({ Bateria: 77, Rssi: -60, ApodoLector: 'LEC-A1' })
  })

  async function total(): Promise<number> {
    const r = await p.call<{ total: number }>('GET', '/api/get_table_data', { cookie: await p.as('admin') })
    const { rows } = await p.servidor.pool.query('select count(*) as n from evento')
    expect(r.body.total).toBe(rows[0].n)
    return r.body.total
  }

  test("another company's tag is unknown to this one's readers and stays as it was", async () => {
    expect(await p.device('AC233F00A002')).toMatchObject({
      UltimoRegistro: null,
      PosibleEstado: 'Sin registro',
    })
    const r = await p.call<{ mac: string }[]>('GET', '/api/vistos_sin_registrar', {
      cookie: await p.as('operario'),
    })
    expect(r.body.map((v) => v.mac)).toContain('001122334455')
    const ajena = await p.call<{ mac: string }[]>('GET', '/api/vistos_sin_registrar', {
      cookie: await p.as('calidad'),
    })
    expect(ajena.body).toEqual([])
  })

  test('a tag seen before it was registered is heard from then on', async () => {
    await p.send('retorna', JSON.stringify({ mac: '0011223344AA', rssi: -50 }), c)
    await p.register('0011223344AA', 'iBeacon', '20014-150')
    expect(
      (await p.send('retorna', JSON.stringify({ mac: '0011223344AA', rssi: -51 }), c)).body,
    ).toMatchObject({ aceptadas: 1 })
  })

  test('credentials: none, wrong, bearer, replaced, revoked, and only for readers', async () => {
    const post = (authorization?: string) =>
      p.call('POST', '/api/lecturas/retorna', {
        body: lectura(),
        headers: { ...(authorization && { authorization }) },
      })
    expect((await post()).status).toBe(401)
    expect((await post(p.basic({ usuario: c.usuario, clave: 'otra' }))).status).toBe(401)
    expect((await post(`Bearer ${c.usuario}:${c.clave}`)).status).toBe(200)
    const nueva = await p.issue(GW)
    expect((await post(p.basic(c))).status).toBe(401)
    expect((await post(p.basic(nueva))).status).toBe(200)
    const cookie = await p.as('admin')
    expect((await p.call('DELETE', `/api/lectores/${GW}/credencial`, { cookie })).body).toEqual({ ok: true })
    expect((await post(p.basic(nueva))).status).toBe(401)
    expect((await p.call('POST', `/api/lectores/${GW}/credencial`, { cookie })).body).toMatchObject({
      usuario: `lector-${GW.toLowerCase()}`,
    })
    expect((await p.call('POST', `/api/lectores/${TAG}/credencial`, { body: {}, cookie })).status).toBe(404)
    const { rows } = await p.servidor.pool.query('select * from credencial')
    expect(JSON.stringify(rows)).not.toContain(nueva.clave)
    c = await p.issue(GW)
  })

  test('a gateway speaks for its own mac only; a bridge for the readers of its company', async () => {
    await p.register('C30000000A02', 'Reader', 'LEC-A2')
    await p.register('C30000000B01', 'Reader', 'LEC-B1', { empresa: 2 })
    const deOtro = lectura({ lector: 'C30000000A02' })
    const ajeno = await p.send('retorna', deOtro, c)
    expect([ajeno.status, ajeno.body.code]).toEqual([403, 'lector_ajeno'])
    const puente = await p.issue('C30000000A02', true)
    expect((await p.send('retorna', lectura({ lector: GW, rssi: -61 }), puente)).body).toMatchObject({
      aceptadas: 1,
    })
    const otraEmpresa = await p.send('retorna', lectura({ lector: 'C30000000B01' }), puente)
    expect([otraEmpresa.status, otraEmpresa.body.code]).toEqual([422, 'lector_desconocido'])
  })

  test.each([
    ['an unknown format', 'marciano', '{}', 404],
    ['what cannot be read', 'minew', 'garbage \u0000\uffff', 422],
    ['an empty body', 'kkm', '', 422],
    ['an enormous body', 'minew', `[${'{"mac":"AC233F00A001"},'.repeat(60_000)}{}]`, 413],
  ])('%s', async (_que, formato, text, status) => {
    const r = await p.send(formato, text, c)
    expect(r.status).toBe(status)
    expect(r.body).toMatchObject({ error: expect.any(String), code: expect.any(String) })
    expect((await p.send('retorna', lectura(), c)).status).toBe(200)
  })

  test('another content type is refused', async () => {
    const headers = { authorization: p.basic(c), 'content-type': 'image/png' }
    const r = await p.call('POST', '/api/lecturas/minew', { body: 'x', headers })
    expect([r.status, r.body.code]).toEqual([415, 'tipo_no_admitido'])
  })

  test('what could not be read waits in quarantine, the same thing once', async () => {
    await p.send('minew', '{"esto": "no es un mensaje"}', c)
    await p.send('minew', '{"esto": "no es un mensaje"}', c)
    const cookie = await p.as('admin')
    const r = await p.call<{ id: string; muestra: string; veces: number; lector: string }[]>(
      'GET',
      '/api/cuarentena',
      { cookie },
    )
    const row = r.body.find((q) => q.muestra.includes('esto'))
    expect(row).toMatchObject({ veces: 2, lector: 'LEC-A1' })
    const otra = await p.call('POST', `/api/cuarentena/${row?.id}/reprocesar`, { cookie })
    expect(otra.body).toMatchObject({ aceptadas: 0 })
  })

  test('a value that cannot be stored sinks neither its neighbours nor the door', async () => {
    const malo = JSON.stringify({ mac: TAG, rssi: -60, nota: 'a\u0000b', tiempo: new Date().toISOString() })
    const [a, b] = await Promise.all([
      p.send('retorna', malo, c),
      p.send('retorna', lectura({ rssi: -66 }), c),
    ])
    expect([200, 422]).toContain(a.status)
    expect(b.body).toMatchObject({ aceptadas: 1 })
  })

  // cubre: producto 11, entidades 12, transiciones 2, llamadas 21
  test('Estado: movement, rest, one incident for a burst of impacts, with its extremes', async () => {
    await p.register('AC233F00A020', 'SmartBle', '20014-120')
    let t = Date.now() - 60_000
    const say = (mas: object) => {
      t += 1000
      const tiempo = new Date(t).toISOString()
      return p.send('retorna', lectura({ mac: 'AC233F00A020', tiempo, ...mas }), c)
    }
    await say({ aceleracion: [0, 0, 1] })
    expect(await p.device('AC233F00A020')).toMatchObject({ Estado: 'Parado', Roll: 0, Pitch: 0 })
    await say({ aceleracion: [0, 0.05, 1.02] })
    expect((await p.device('AC233F00A020')).Estado).toBe('Parado')
    await say({ aceleracion: [0.1, 0.05, 1.02] })
    expect((await p.device('AC233F00A020')).Estado).toBe('En movimiento')
    await say({ aceleracion: [-3.1, 0.4, 1.1] })
    expect((await p.device('AC233F00A020')).Estado).toBe('Impacto')
    await say({ aceleracion: [2.2, 1.9, 0.4] })
    await say({ golpe: true })
    const { rows } = await p.servidor.pool.query(
      "select i.* from incidencia i join dispositivo d on d.id = i.dispositivo_id where d.mac = 'AC233F00A020'",
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ impactos: 3, revisado: false })
    expect(rows[0].accelxmin).toBeCloseTo(-3.1, 3)
    expect(rows[0].accelxmax).toBeCloseTo(2.2, 3)
    expect(rows[0].accelymax).toBeCloseTo(1.9, 3)
    expect(rows[0].pico_g).toBeCloseTo(Math.hypot(3.1, 0.4, 1.1), 2)
    const resumen = await p.call('GET', '/api/get_resumen_incidencias', { cookie: await p.as('operario') })
    expect(resumen.body).toEqual({ totalIncidencias: 1, contenedoresUnicos: 1 })
    t += 20_000
    await say({ caida: true })
    expect((await p.servidor.pool.query('select count(*) as n from incidencia')).rows[0].n).toBe(2)
  })

  type Page = {
    data: { Time: string; Estado: string; Valor: string; ApodoDispositivo: string }[]
    total: number
    total_pages: number
  }
  // cubre: eventos 5, entidades 9, llamadas 9
  test('get_table_data: newest first, filters, totals that are those of the rows', async () => {
    const cookie = await p.as('admin')
    const ask = async (q: string) => (await p.call<Page>('GET', `/api/get_table_data?${q}`, { cookie })).body
    const todo = await ask('per_page=1000')
    const times = todo.data.map((e) => Date.parse(e.Time))
    expect(todo.total).toBe(todo.data.length)
    expect(times.toSorted((a, b) => b - a)).toEqual(times)
    const day = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Madrid' })
    for (const [q, passes] of [
      ['search=20014-120', (e) => e.ApodoDispositivo === '20014-120'],
      ['search=014-12&estado=Impacto', (e) => e.ApodoDispositivo === '20014-120' && e.Estado === 'Impacto'],
      ['estado=Parado', (e) => e.Estado === 'Parado'],
      [`timestamp=${day}`, (e) => e.Time.startsWith(day)],
      [
        `timestamp=${day}&search=20014`,
        (e) => e.Time.startsWith(day) && e.ApodoDispositivo.startsWith('20014'),
      ],
      ['apodoLector=lec-a1&search=&estado=%20', () => true],
      ['apodoLector=%25', () => false],
      ['timestamp=2019-08-01%2005', () => false],
    ] as [string, (e: Page['data'][0]) => boolean][]) {
      const r = await ask(`${q}&per_page=1000`)
      expect([q, r.total]).toEqual([q, r.data.length])
      expect([q, r.data.length]).toEqual([q, todo.data.filter(passes).length])
    }
    const corta = await ask('per_page=2&page=2')
    expect(corta.data.map((e) => e.Time)).toEqual(todo.data.slice(2, 4).map((e) => e.Time))
    expect(corta.total_pages).toBe(Math.ceil(todo.total / 2))
    expect(JSON.parse(todo.data[0]?.Valor ?? '')).toMatchObject({ rssi: expect.any(Number) })
  })

  test.each([
    'page=0',
    'per_page=1001',
    'per_page=abc',
    'estado=Volando',
    'timestamp=2026-02-30',
    'timestamp=ayer',
    'search=a%00',
  ])('get_table_data?%s is refused with its field', async (q) => {
    const r = await p.call('GET', `/api/get_table_data?${q}`, { cookie: await p.as('operario') })
    expect([r.status, r.body.campo]).toEqual([400, q.split('=')[0]])
  })

  // cubre: entidades 4, transiciones 3
  test('a tag unheard for long is in transit, then lost; not so when its reader fell silent', async () => {
    const { pool } = p.servidor
    const espera = async (sql: string, estado: string, nota: string | null) => {
      await pool.query(
        `update dispositivo_estado e set ${sql} from dispositivo d where d.id = e.dispositivo_id and d.mac = $1`,
        [TAG],
      )
      expect(await p.device(TAG)).toMatchObject({ PosibleEstado: estado, Nota: nota })
    }
    await p.send('retorna', JSON.stringify({ mac: '0011223344AA', rssi: -40 }), c)
    await pool.query('update dispositivo_estado e set lector_id = d.id from dispositivo d where d.mac = $1', [
      GW,
    ])
    const statusKey = async () => {
      const r = await p.call<{ data: { Name: string; statusKey: string }[] }>('GET', '/api/devices', {
        cookie: await p.as('operario'),
      })
      const { Apodo } = await p.device(TAG)
      return r.body.data.find((d) => d.Name === Apodo)?.statusKey
    }
    await espera("ultimo_registro = now() - interval '299 minutes'", 'Ubicado', null)
    await espera("ultimo_registro = now() - interval '301 minutes'", 'Posible tránsito', null)
    expect(await statusKey()).toBe('UNUSUALTRANSIT')
    await espera("ultimo_registro = now() - interval '3 days 1 minute'", 'Posible extravío', null)
    expect(await statusKey()).toBe('LOST')
    await pool.query(
      "update dispositivo_estado set ultimo_registro = now() - interval '3 days' where dispositivo_id = (select id from dispositivo where mac = $1)",
      [GW],
    )
    await espera("ultimo_registro = now() - interval '3 days 1 minute'", 'Ubicado', 'lector sin señal')
    expect(await p.device(GW)).toMatchObject({ PosibleEstado: 'Necesita revisar' })
    await espera('bateria = 9', 'Necesita revisar', 'lector sin señal')
  })
})

describe.runIf(inject('base').hay)('every vendor sample, over HTTP', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  test.each(vectores.filter((v) => v.lecturas.length > 0).map((v) => [v.fichero, v] as const))(
    '%s shows in device_poc_status',
    async (_file, v) => {
      const lector = await registerVector(p, v)
      const desde = Date.now()
      const r = await p.send(v.formato, v.texto, await p.issue(lector, true))
      expect([r.status, r.body]).toMatchObject([200, { sin_registrar: 0 }])
      expect(r.body.aceptadas + r.body.duplicadas).toBeGreaterThan(0)
      await expectVector(p, v, desde)
    },
  )
})

describe.runIf(inject('base').hay)('after a restart', () => {
  test('nothing committed is lost, the same reading is still a duplicate, and a burst is still one incident', async () => {
    const p = await startPrueba()
    const { startServer: startServidor } = await import('../../start/server')
    await p.register(GW, 'Reader', 'LEC-A1')
    await p.register(TAG, 'SmartBle', '20014-101')
    const c = await p.issue(GW)
    const text = JSON.stringify({
      mac: TAG,
      rssi: -60,
      tiempo: new Date().toISOString(),
      golpe: true,
      bateria: 55,
    })
    expect((await p.send('retorna', text, c)).body).toMatchObject({ aceptadas: 1 })
    await p.servidor.stop()
    const segunda = await startServidor({ ...p.config, PORT: 0 })
    const post = (body: string) =>
      fetch(`${segunda.url}/api/lecturas/retorna`, {
        method: 'POST',
        body,
        headers: { authorization: p.basic(c) },
      }).then((r) => r.json())
    expect(await post(text)).toMatchObject({ aceptadas: 0, duplicadas: 1 })
    await sleep(20)
    const otra = JSON.stringify({
      mac: TAG,
      rssi: -60,
      tiempo: new Date().toISOString(),
      golpe: true,
      bateria: 55,
    })
    expect(await post(otra)).toMatchObject({ aceptadas: 1 })
    const { rows } = await segunda.pool.query('select impactos from incidencia')
    expect(rows).toEqual([{ impactos: 2 }])
    await segunda.stop()
    await p.stop()
  })
})
