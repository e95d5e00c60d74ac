import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { FichaContenedor } from '#contract/oir/contenedores/contenedores'
import { MAX_ESTANCIAS } from '#contract/parque/estancias/values'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { insertEventos } from '../eventos/repo-write'

const OLD = 'AC233F00C001'
const NEW = 'AC233F00C002'

describe.runIf(inject('base').hay)('the file of a container', () => {
  let p: Prueba
  let operario: string
  let credencial: { usuario: string; clave: string }
  const get = async (query = '', nombre = '20014-55', cookie = operario) =>
    p.call<FichaContenedor>('GET', `/api/contenedores/${encodeURIComponent(nombre)}?${query}`, { cookie })
  const JUNIO = 'desde=2026-06-01&hasta=2026-06-03'

  beforeAll(async () => {
    p = await startPrueba()
    operario = await p.as('operario')
    for (const n of [1, 2])
      await p.register(`C3000000CA0${n}`, 'Reader', `LEC-CA${n}`, { lat: 42 + n / 10, lon: -2 })
    await p.register(OLD, 'SmartBle', '20014-55')
    await p.register('AC233F00C009', 'SmartBle', '20014-56', { empresa: 2 })
    credencial = await p.issue('C3000000CA01')
    const { rows } = await p.servidor.pool.query('select mac, id from dispositivo')
    const ids = Object.fromEntries(rows.map((d) => [d.mac, d.id]))
    const c = await p.servidor.pool.connect()
    await insertEventos(
      c,
      p.servidor.pool,
      [0, 1, 2, 3].map((n) => ({
        empresa: 1,
        dispositivo: ids[OLD],
        lector: ids[`C3000000CA0${(n % 2) + 1}`],
        tiempo: Date.UTC(2026, 5, 1, 10 + n, 5),
        estado: 0 as const,
        etiqueta: null,
        bateria: 80 - n,
        temperatura: 20 + n,
        valor: {},
      })),
      'Europe/Madrid',
    )
    c.release()
    await p.servidor.pool.query('select rehacer_estancias()')
    await p.servidor.pool.query(
      `insert into incidencia (empresa_id, dispositivo_id, lector_id, tiempo, hasta, pico_g)
       values (1, $1, $2, '2026-06-02T10:00:00Z', '2026-06-02T10:00:00Z', 3.456)`,
      [ids[OLD], ids.C3000000CA01],
    )
  })
  afterAll(() => p.stop())

  test('tells whether its tag measures impacts, as its readings have shown', async () => {
    expect((await get()).body.mide_impactos).toBeNull()
    const say = (medidas: object) =>
      p.send('retorna', JSON.stringify({ mac: OLD, rssi: -60, ...medidas }), credencial)
    await say({ aceleracion: [0, 0, 1] })
    expect((await get()).body.mide_impactos).toBe(false)
    await say({ caida: false })
    expect((await get()).body.mide_impactos).toBe(true)
  })

  test('tells where it was, its curves and its impacts, by nickname and by mac', async () => {
    const { body } = await get(JUNIO)
    expect(body.dispositivo.Dispositivo).toBe(OLD)
    expect(body.estancias.map((e) => [e.ApodoLector, e.desde.slice(11, 16), e.hasta?.slice(11, 16)])).toEqual(
      [
        ['LEC-CA1', '14:05', '15:05'],
        ['LEC-CA2', '13:05', '14:05'],
        ['LEC-CA1', '12:05', '13:05'],
      ],
    )
    expect(body.estancias[1]).toMatchObject({ Lat: 42.2, Lon: -2, Ubicacion: null })
    expect(body.curvas.map((c) => [c.bateria, c.temperatura])).toEqual([
      [80, 20],
      [79, 21],
      [78, 22],
      [77, 23],
    ])
    expect(body.impactos).toMatchObject([{ pico_g: 3.46, revisado: false }])
    expect(body.abiertas).toEqual({ n: 1, con_danio: 0 })
    expect((await get(JUNIO, OLD.toLowerCase())).body.dispositivo.Apodo).toBe('20014-55')
    expect((await get('desde=2026-05-01&hasta=2026-05-02')).body).toMatchObject({
      estancias: [],
      curvas: [],
      impactos: [],
      abiertas: { n: 1 },
    })
  })

  test('another company’s container, a reader and an unknown one are none', async () => {
    for (const nombre of ['20014-56', 'LEC-CA1', 'nadie', '%'])
      expect((await get('', nombre)).status).toBe(404)
    expect((await get('', '20014-56', await p.as('calidad'))).status).toBe(200)
  })

  test.each([
    ['desde=2026-06-03&hasta=2026-06-01', 'hasta'],
    ['desde=2020-01-01', 'desde'],
    ['hasta=ayer', 'hasta'],
  ])('%s: 400', async (query, field) => {
    const r = await p.call('GET', `/api/contenedores/20014-55?${query}`, { cookie: operario })
    expect([r.status, r.body.campo]).toEqual([400, field])
  })

  test('with another tag it keeps its history, and the new tag speaks for it', async () => {
    const swap = async (mac_serie: string, usuario: string) =>
      p.call('POST', '/api/contenedores/20014-55/etiqueta', {
        body: { mac_serie },
        cookie: await p.as(usuario),
      })
    const tomada = await swap('C3000000CA01', 'admin')
    expect([tomada.status, tomada.body.code]).toEqual([409, 'mac_repetida'])
    expect((await swap(NEW, 'admin')).status).toBe(200)
    const { body } = await get(JUNIO)
    expect(body.dispositivo.Dispositivo).toBe(NEW)
    expect(body.estancias).toHaveLength(3)
    expect(body.etiquetas).toMatchObject([{ antes: OLD, despues: NEW, username: 'admin' }])
    const lectura = (mac: string) =>
      p.send('retorna', JSON.stringify({ lector: 'C3000000CA01', mac, rssi: -50, bateria: 66 }), credencial)
    expect((await lectura(OLD)).body).toMatchObject({ sin_registrar: 1 })
    expect((await lectura(NEW)).body).toMatchObject({ aceptadas: 1 })
    expect((await p.device(NEW)).Bateria).toBe(66)
  })

  test('a deleted one keeps its file, its tag stays, and another of its name comes first', async () => {
    const APODO = '20014-77'
    const [una, otra] = ['AC233F00C077', 'AC233F00C078']
    const dispositivo = async () => (await get(JUNIO, APODO)).body.dispositivo.Dispositivo
    await p.register(una, 'SmartBle', APODO)
    await p.servidor.pool.query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, bateria, lector_id, lector_desde)
       select d.id, 1, '2026-06-02T10:00Z', now(), 42, l.id, '2026-06-02T08:00Z'
       from dispositivo d, dispositivo l where d.mac = $1 and l.mac = 'C3000000CA01'`,
      [una],
    )
    expect((await get(JUNIO, APODO)).body).toMatchObject({
      eliminado: null,
      estancias: [{ hasta: '2026-06-02T12:00:00.000+02:00', silencio: true }],
    })
    const admin = await p.as('admin')
    await p.servidor.pool.query(`update dispositivo set eliminado = '2026-06-03T08:00Z' where mac = $1`, [
      una,
    ])
    for (const nombre of [APODO, una]) {
      const { status, body } = await get(JUNIO, nombre)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        eliminado: '2026-06-03T10:00:00.000+02:00',
        dispositivo: { Dispositivo: una, Bateria: 42, ApodoLector: 'LEC-CA1' },
        estancias: [{ desde: '2026-06-02T10:00:00.000+02:00', hasta: '2026-06-02T12:00:00.000+02:00' }],
      })
    }
    const swap = await p.call('POST', `/api/contenedores/${APODO}/etiqueta`, {
      body: { mac_serie: 'AC233F00C079' },
      cookie: admin,
    })
    expect([swap.status, swap.body.code]).toEqual([409, 'eliminado'])
    await p.register(otra, 'SmartBle', APODO)
    expect(await dispositivo()).toBe(otra)
    await p.servidor.pool.query('update dispositivo set eliminado = now() where mac = $1', [otra])
    expect(await dispositivo()).toBe(otra)
  })

  test('a nickname of two companies: an admin names which, and nothing is changed until then', async () => {
    const APODO = '20014-90'
    const MACS = ['AC233F00C091', 'AC233F00C092']
    await p.register(MACS[0] as string, 'SmartBle', APODO)
    await p.register(MACS[1] as string, 'SmartBle', APODO, { empresa: 2 })
    const admin = await p.as('admin')
    const error =
      'Hay contenedores con ese apodo en varias empresas: Empresa 1, Empresa 2. Elija una empresa.'
    const dudosa = await p.call('GET', `/api/contenedores/${APODO}`, { cookie: admin })
    expect([dudosa.status, dudosa.body]).toEqual([409, { error, code: 'varias_empresas' }])
    for (const [i, mac] of MACS.entries())
      expect((await get(`empresa=${i + 1}`, APODO, admin)).body.dispositivo.Dispositivo).toBe(mac)
    expect((await get('', APODO)).body.dispositivo.Dispositivo).toBe(MACS[0])
    expect((await get('', MACS[1] as string, admin)).body.dispositivo.empresa).toBe(2)
    const swap = (query: string) =>
      p.call('POST', `/api/contenedores/${APODO}/etiqueta?${query}`, {
        body: { mac_serie: 'AC233F00C093' },
        cookie: admin,
      })
    expect(await swap('')).toMatchObject({ status: 409, body: { error } })
    expect((await get('', MACS[0] as string)).status).toBe(200)
    expect((await swap('empresa=2')).status).toBe(200)
    expect((await get('empresa=1', APODO, admin)).body.dispositivo.Dispositivo).toBe(MACS[0])
    expect((await get('empresa=2', APODO, admin)).body.dispositivo.Dispositivo).toBe('AC233F00C093')
  })

  test('more stays than are told at once: the newest, and it is said', async () => {
    await p.register('AC233F00C095', 'SmartBle', '20014-95')
    const estancias = (n: number) =>
      p.servidor.pool.query(
        `insert into estancia (empresa_id, dispositivo_id, lector_id, desde, hasta)
         select 1, d.id, l.id, t, t + interval '1 minute'
         from dispositivo d, dispositivo l, generate_series(0, $1::int - 1) as n,
           lateral (select timestamptz '2026-06-02T00:00Z' + make_interval(mins => n) as t) as m
         where d.mac = 'AC233F00C095' and l.mac = 'C3000000CA01'
         on conflict do nothing`,
        [n],
      )
    const ficha = async () => (await get(JUNIO, '20014-95')).body
    await estancias(MAX_ESTANCIAS)
    expect(await ficha()).toMatchObject({ estancias: { length: MAX_ESTANCIAS }, estancias_cortadas: false })
    await estancias(MAX_ESTANCIAS + 1)
    const { estancias: vistas, estancias_cortadas } = await ficha()
    expect([vistas.length, estancias_cortadas]).toEqual([MAX_ESTANCIAS, true])
    expect(new Date(vistas[0]?.desde as string)).toEqual(new Date(Date.UTC(2026, 5, 2, 0, MAX_ESTANCIAS)))
  })
})
