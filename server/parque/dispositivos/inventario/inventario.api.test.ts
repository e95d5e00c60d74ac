import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import type { DispositivoAntiguo, ResumenPoc } from '#contract/parque/dispositivos/inventario'
import { type Prueba, startPrueba } from '../../../testing/retorna'

const LECTOR = 'C3000000AA01'
/** mac, nickname, type, days since the last reading (null: never), battery, state, registered at, activated, label. */
const FLEET = [
  ['AC0000000001', '20014-001', 'SmartBle', 0, 99.6, 0, '2026-03-10T23:30:00+01:00', true, 'ET1'],
  ['AC0000000002', '20014-002', 'iBeacon', 2, 50, 1, '2026-03-11T00:00:00+01:00', true, null],
  ['AC0000000003', '20014_%', 'iBeacon', 4, 49.9, 2, '2026-03-11T23:59:59+01:00', false, null],
  ['AC0000000004', '20015-004', 'SmartBle', 10, 25, 0, '2026-03-12T00:00:00+01:00', true, null],
  ['AC0000000005', 'Ñandú-5', 'SmartBle', 0, 24.9, 0, '2026-04-01T12:00:00+02:00', false, null],
  ['AC0000000006', null, 'iBeacon', null, null, null, '2026-04-01T12:00:00+02:00', true, null],
] as const

describe.runIf(inject('base').hay)('inventory', () => {
  let p: Prueba
  let cookie: string
  beforeAll(async () => {
    p = await startPrueba()
    cookie = await p.as('operario')
    const { pool } = p.servidor
    await p.register(LECTOR, 'Reader', 'LEC-Muelle', { lat: 42.84, lon: -2.67 })
    await p.register('AC0000000099', 'SmartBle', '20014-001', { empresa: 2 })
    await pool.query(
      "insert into ubicacion (empresa_id, nombre) values (1, 'Almacén Lleno'), (1, 'Gestamp'), (2, 'Solo de dos')",
    )
    await pool.query(
      "update dispositivo set ubicacion_id = (select id from ubicacion where nombre = 'Almacén Lleno'), creado = '2026-01-01' where mac = $1",
      [LECTOR],
    )
    for (const [mac, apodo, tipo, days, bateria, estado, creado, activado, etiqueta] of FLEET) {
      await pool.query(
        'insert into dispositivo (empresa_id, mac, apodo, tipo, creado, activado, etiqueta) values (1, $1, $2, $3, $4, $5, $6)',
        [mac, apodo, tipo, creado, activado, etiqueta],
      )
      if (days !== null)
        await pool.query(
          `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, estado, bateria, lector_id)
           select d.id, 1, now() - make_interval(days => $2), now(), $3, $4, l.id
           from dispositivo d left join dispositivo l on l.mac = $5 and d.mac in ('AC0000000001', 'AC0000000002') where d.mac = $1`,
          [mac, days, estado, bateria, LECTOR],
        )
    }
  })
  beforeAll(() =>
    p.servidor.pool.query(
      "update dispositivo_estado set lector_desde = now() - interval '9 days' where lector_id is not null",
    ),
  )
  afterAll(() => p.stop())

  type List = { data: Dispositivo[]; total?: number }
  const ask = (query: string, who = cookie) =>
    p.call<List>('GET', `/api/device_poc_status?${query}`, { cookie: who })
  const apodos = async (query: string) => {
    const r = await ask(`${query}&page=1&per_page=100`)
    expect(r.status).toBe(200)
    expect(r.body.total).toBe(r.body.data.length)
    return r.body.data.map((d) => d.Apodo ?? d.Dispositivo)
  }

  // cubre: llamadas 14
  test('without parameters: the whole list and nothing else', async () => {
    const { body } = await ask('')
    expect(Object.keys(body)).toEqual(['data'])
    expect(body.data).toHaveLength(7)
  })

  // cubre: inventario 2, transiciones 3, validacion 16-18, constantes 1
  test.each([
    ['apodo=20014-', ['20014-001', '20014-002']],
    ['apodo=ñANDÚ', ['Ñandú-5']],
    ['apodo=%25', ['20014_%']],
    ['apodo=_', ['20014_%']],
    ['apodo=%20%20', 7],
    ['buscar=20014-', ['20014-001', '20014-002']],
    ['buscar=ñANDÚ', ['Ñandú-5']],
    ['buscar=ac:00:00:00:00:05', ['Ñandú-5']],
    ['buscar=00-06', ['AC0000000006']],
    ['buscar=_', ['20014_%']],
    ['buscar=:', []],
    ['dispositivo=ac:00:00:00:00:05', ['Ñandú-5']],
    ['dispositivo=AC000000000', []],
    ['tipo=iBeacon', ['20014-002', '20014_%', 'AC0000000006']],
    ['tipo=Contenedor&posible_estado=Sin%20registro', ['AC0000000006']],
    ['activado=Desactivado', ['20014_%', 'Ñandú-5']],
    ['estado=Impacto', ['20014_%']],
    ['estado=Parado', ['20014-001', '20015-004', 'Ñandú-5']],
    ['posible_estado=Sin%20registro', ['AC0000000006', 'LEC-Muelle']],
    ['posible_estado=Ubicado', ['20014-001']],
    ['bateria=Alta', ['20014-001', '20014-002']],
    ['bateria=Media', ['20014_%', '20015-004']],
    ['bateria=Baja', ['Ñandú-5']],
    ['fecha_desde=2026-03-11&fecha_hasta=2026-03-11', ['20014-002', '20014_%']],
    ['fecha_desde=2026-03-12', ['20015-004', 'AC0000000006', 'Ñandú-5']],
    ['fecha_hasta=2026-03-10', ['20014-001', 'LEC-Muelle']],
    ['familia=20014', ['20014-001', '20014-002']],
    ['ubicacion=Almac%C3%A9n%20Lleno', ['20014-001', '20014-002', 'LEC-Muelle']],
    ['ubicacion=Sin%20ubicaci%C3%B3n', ['20014_%', '20015-004', 'AC0000000006', 'Ñandú-5']],
    ['lector=muelle', ['20014-001', '20014-002']],
    ['sin_actualizar=true', ['20014_%', '20015-004', 'AC0000000006', 'LEC-Muelle']],
    ['sin_actualizar=false', 7],
    ['sin_ver_dias=1', ['20014-002', '20014_%', '20015-004', 'AC0000000006', 'LEC-Muelle']],
    ['sin_ver_dias=5', ['20015-004', 'AC0000000006', 'LEC-Muelle']],
    ['en_sitio_dias=5', ['20014-001']],
    ['en_sitio_dias=5&ubicacion=Gestamp', []],
    ['en_sitio_dias=10', []],
    ['bateria=Media&activado=Activado', ['20015-004']],
  ])('filter %s', async (query, esperados) => {
    const salen = await apodos(query)
    if (typeof esperados === 'number') expect(salen).toHaveLength(esperados)
    else expect([...salen].sort()).toEqual([...esperados].sort())
  })

  test('sorted by any column both ways, what is missing last, and cut in pages', async () => {
    const bateria = async (mas: string) => (await ask(`orden=Bateria&${mas}`)).body.data.map((d) => d.Bateria)
    expect(await bateria('page=1&per_page=100')).toEqual([24.9, 25, 49.9, 50, 99.6, null, null])
    expect(await bateria('sentido=desc&page=1&per_page=100')).toEqual([99.6, 50, 49.9, 25, 24.9, null, null])
    const page = await ask('orden=Bateria&page=2&per_page=3')
    expect([page.body.total, page.body.data.map((d) => d.Bateria)]).toEqual([7, [50, 99.6, null]])
    expect((await ask('page=1000000&per_page=1000')).body).toEqual({ data: [], total: 7 })
    const tipos = (await ask('orden=TipoDispositivo&page=1')).body.data.map((d) => d.TipoDispositivo)
    expect(tipos.indexOf('Reader')).not.toBe(1)
    for (const order of ['Activado', 'UltimoRegistro', 'ApodoLector', 'PosibleEstado', 'Estado', 'Ubicacion'])
      expect((await ask(`orden=${order}&page=1`)).body.data).toHaveLength(7)
  })

  test.each([
    ['per_page=1001&page=1', 'per_page'],
    ['page=0', 'page'],
    ['orden=mac', 'orden'],
    ['sentido=arriba', 'sentido'],
    ['tipo=Otro', 'tipo'],
    ['bateria=Llena', 'bateria'],
    ['estado=Roto', 'estado'],
    ['activado=si', 'activado'],
    ['fecha_desde=2026-02-30', 'fecha_desde'],
    ['fecha_desde=2026-05-02&fecha_hasta=2026-05-01', 'fecha_hasta'],
    ['apodo=%00', 'apodo'],
    [`lector=${'x'.repeat(201)}`, 'lector'],
    ['sin_actualizar=quizas', 'sin_actualizar'],
    ['montaje=bruto', 'montaje'],
    ['sin_ver_dias=0', 'sin_ver_dias'],
    ['en_sitio_dias=3651', 'en_sitio_dias'],
  ])('%s: 400 with its field, on the list, the sums and the file', async (query, campo) => {
    const r = await ask(query)
    expect([r.status, r.body]).toMatchObject([400, { campo }])
    const file = await p.call('GET', `/api/export_poc?formato=xlsx&${query}`, { cookie })
    if (campo !== 'page' && campo !== 'per_page') expect([file.status, file.body.campo]).toEqual([400, campo])
  })

  // cubre: inventario 9
  test('the summary counts what the filters leave', async () => {
    const sum = async (query: string) =>
      (await p.call<ResumenPoc>('GET', `/api/resumen_poc?${query}`, { cookie })).body
    expect(await sum('')).toEqual({ total: 7, activados: 5, desactivados: 2, sin_actualizar: 4 })
    expect(await sum('activado=Desactivado')).toEqual({
      total: 2,
      activados: 0,
      desactivados: 2,
      sin_actualizar: 1,
    })
    expect(await sum('apodo=nada')).toEqual({ total: 0, activados: 0, desactivados: 0, sin_actualizar: 0 })
  })

  test('Montaje Final is what the floor plan counts: containers of the LT catalogue, place by place', async () => {
    const { pool } = p.servidor
    const codigos = ['20015', '41001', '08EFA1']
    await pool.query(
      `insert into lt (empresa_id, codigo, descripcion, total)
       select e, c, 'De prueba', 1 from unnest($1::text[]) as c, (values (1), (2)) as v (e) where e = 1 or c <> '41001'`,
      [codigos],
    )
    const nuevos = [
      ['AC00000000E1', '41001-1', 'SmartBle', 1, 'Gestamp'],
      ['AC00000000E2', '41001-2', 'Reader', 1, 'Gestamp'],
      ['AC00000000E3', '20014-3', 'SmartBle', 1, 'Gestamp'],
      ['AC00000000E4', '08EFA1-4', 'SmartBle', 1, 'Gestamp'],
      ['AC00000000E5', '20015-5', 'iBeacon', 1, 'Almacén Lleno'],
      ['AC00000000E6', '41001-6', 'SmartBle', 2, 'Solo de dos'],
    ] as const
    for (const d of nuevos)
      await pool.query(
        `insert into dispositivo (empresa_id, mac, apodo, tipo, ubicacion_id)
         values ($4, $1, $2, $3, (select id from ubicacion where nombre = $5))`,
        [...d],
      )
    const totales = async (who: string, empresa: number) => {
      const { body } = await p.call<Record<string, Record<string, number>>>(
        'GET',
        `/api/contar_dispositivos?empresa=${empresa}`,
        { cookie: who },
      )
      const lugares = ['Gestamp', 'Almacén Lleno', 'Solo de dos', 'Sin ubicación']
      const filter = (l: string) => `montaje=final&empresa=${empresa}&ubicacion=${encodeURIComponent(l)}`
      const listados = await Promise.all(lugares.map((l) => ask(`${filter(l)}&page=1`, who)))
      const deNodo = (l: string) => codigos.reduce((n, c) => n + (body[c]?.[l] ?? 0), 0)
      return { nodos: lugares.map(deNodo), inventario: listados.map((r) => r.body.total) }
    }
    const uno = await totales(cookie, 1)
    expect(uno.nodos).toEqual([1, 1, 0, 1])
    expect(uno.inventario).toEqual(uno.nodos)
    const dos = await ask('montaje=final&empresa=2&page=1', await p.as('calidad'))
    expect(dos.body.total).toBe(0)
    await pool.query('delete from lt')
    await pool.query('delete from dispositivo where mac = any($1)', [nuevos.map(([mac]) => mac)])
  })

  test('locations are those of the company', async () => {
    const names = async (who: string) =>
      (await p.call('GET', '/api/inventario_ubicaciones', { cookie: await p.as(who) })).body.data
    expect(await names('operario')).toEqual(['Almacén Lleno', 'Gestamp'])
    expect(await names('calidad')).toEqual(['Solo de dos'])
    expect(await names('admin')).toEqual(['Almacén Lleno', 'Gestamp', 'Solo de dos'])
  })

  async function rows(ruta: string, who = cookie) {
    const res = await fetch(p.servidor.url + ruta, { headers: { cookie: who } })
    expect(res.status).toBe(200)
    const { sheets } = await readXlsx(new Uint8Array(await buffer(res.body as never)))
    return {
      nombre: res.headers.get('content-disposition'),
      filas: sheets[0]?.rows ?? [],
      sobre: sheets.at(-1)?.rows,
    }
  }

  // cubre: entidades 5
  test('status_poc has the columns chosen, in their order, and the rows of the screen in theirs', async () => {
    const { nombre, filas } = await rows(
      '/api/export_poc?formato=xlsx&columnas=Bateria,Apodo,Ubicacion&orden=Bateria&sentido=desc&tipo=SmartBle',
    )
    expect(nombre).toBe('attachment; filename="status_poc.xlsx"')
    expect(filas).toEqual([
      ['Bateria', 'Apodo', 'Ubicacion'],
      [99.6, '20014-001', 'Almacén Lleno'],
      [25, '20015-004', 'Sin ubicación'],
      [24.9, 'Ñandú-5', 'Sin ubicación'],
    ])
    const { sobre } = await rows(`/api/export_poc?formato=xlsx&tipo=SmartBle&fecha_desde=2026-03-01`)
    expect(sobre).toEqual([
      ['Fichero', 'Inventario'],
      ['Empresa', expect.any(String)],
      ['Momento', expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/)],
      ['Tipo', 'SmartBle'],
      ['Registrado desde', '01/03/2026'],
      ['Orden', 'Apodo, ascendente'],
      ['Total', '3 filas'],
    ])
    const conEmpresa = await rows(
      '/api/export_poc?formato=xlsx&apodo=20014-001&columnas=Apodo,@empresa,Bateria',
      await p.as('admin'),
    )
    expect(conEmpresa.filas.map((f) => f.slice(0, 2))).toEqual([
      ['Apodo', 'Empresa'],
      ['20014-001', expect.any(String)],
      ['20014-001', expect.any(String)],
    ])
    expect(new Set(conEmpresa.filas.map((f) => f[1])).size).toBe(3)
    expect((await rows('/api/export_poc?formato=xlsx')).filas[0]).toHaveLength(12)
    const mal = await p.call('GET', '/api/export_poc?formato=xlsx&columnas=Apodo,clave', { cookie })
    expect([mal.status, mal.body.campo]).toEqual([400, 'columnas'])
    const pdf = await fetch(`${p.servidor.url}/api/export_poc?formato=pdf`, { headers: { cookie } })
    expect(pdf.headers.get('content-disposition')).toBe('attachment; filename="status_poc.pdf"')
    expect((await pdf.text()).startsWith('%PDF-')).toBe(true)
  })

  describe('old inventory', () => {
    const old = async (query: string, who = cookie) =>
      p.call<{ data: DispositivoAntiguo[]; total?: number }>('GET', `/api/devices?${query}`, {
        cookie: who,
      })

    // cubre: validacion 18
    test.each([
      ['name=-00', ['20014-001', '20014-002', '20015-004']],
      ['name=ac00', ['AC0000000006']],
      ['name=%25', ['20014_%']],
      ['tipo=Reader', ['LEC-Muelle']],
      ['location=Almac%C3%A9n%20Lleno&tipo=iBeacon', ['20014-002']],
      ['location=Sin%20ubicaci%C3%B3n&tipo=iBeacon', ['20014_%', 'AC0000000006']],
      ['reader=MUELLE', ['20014-001', '20014-002']],
    ])('%s', async (query, nombres) => {
      const { body } = await old(`${query}&page=1&per_page=1000`)
      expect(body.data.map((d) => d.Name).sort()).toEqual([...nombres].sort())
      expect(body.total).toBe(nombres.length)
    })

    test('whole without a page; sorted; another company is none', async () => {
      expect((await old('')).body).toEqual({ data: expect.any(Array) })
      expect((await old('orden=Id&sentido=desc&page=1&per_page=1')).body).toMatchObject({
        data: [{ Name: 'AC0000000006' }],
        total: 7,
      })
      expect((await old('empresa=2')).status).toBe(404)
      expect((await old('page=1', await p.as('calidad'))).body.total).toBe(1)
      expect((await old('orden=otro')).body).toMatchObject({ campo: 'orden' })
    })

    // cubre: entidades 2, constantes 17
    test('Inventario.xlsx: the columns chosen; a selection exports only that, and never another company', async () => {
      const propio = (await old('name=20014-001')).body.data[0]?.id
      const ajeno = (await old('', await p.as('calidad'))).body.data[0]?.id
      const { nombre, filas } = await rows(
        `/api/export_inventario?columnas=Reader,Name,DeviceType,Location&ids=${propio},${ajeno}`,
      )
      expect(nombre).toBe('attachment; filename="Inventario.xlsx"')
      expect(filas).toEqual([
        ['Reader', 'Name', 'DeviceType', 'Location'],
        ['LEC-Muelle', '20014-001', 'Smart Beacon/Tracker', 'Almacén Lleno'],
      ])
      expect((await rows('/api/export_inventario?tipo=iBeacon')).filas).toHaveLength(4)
      for (const ids of ['1,x', '1;2', Array.from({ length: 1001 }, (_, i) => i + 1).join()])
        expect((await p.call('GET', `/api/export_inventario?ids=${ids}`, { cookie })).body.campo).toBe('ids')
    })

    test('more than are read at a time: all of them, once each, in the order of the pages; none: an empty list', async () => {
      await p.servidor.pool.query(
        `insert into dispositivo (empresa_id, mac, apodo, tipo) select 2, 'AD' || lpad(n::text, 10, '0'), 'M-' || n, 'iBeacon'
         from generate_series(1, 1201) n`,
      )
      const calidad = await p.as('calidad')
      const names = async (query: string) => (await old(query, calidad)).body.data.map((d) => d.Name)
      const sorted = 'orden=Name&sentido=desc'
      const pages = [
        ...(await names(`${sorted}&page=1&per_page=1000`)),
        ...(await names(`${sorted}&page=2&per_page=1000`)),
      ]
      expect(pages).toHaveLength(1202)
      expect(await names(sorted)).toEqual(pages)
      expect((await old('name=ninguno', calidad)).body).toEqual({ data: [] })
    })
  })
})
