import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Ciclos } from '#contract/flujo/ciclos/ciclos'
import type { FichaContenedor } from '#contract/oir/contenedores/contenedores'
import type { Calendario } from '#contract/parque/calendario/calendario'
import type { Anotacion } from '#contract/personas/auditoria/auditoria'
import { type Prueba, startPrueba } from '../../testing/retorna'

type Calendarios = { plantas: string[]; data: Calendario[]; error?: string }
const TURNO = [{ desde: '06:00', hasta: '14:00' }]
const WEEK = [TURNO, TURNO, TURNO, TURNO, TURNO, [], []]

describe.runIf(inject('base').hay)('calendars and stages', () => {
  let p: Prueba
  let cookie: string
  let lugares: Map<string, number>
  beforeAll(async () => {
    p = await startPrueba()
    cookie = await p.as('admin')
    const { rows } = await p.servidor.pool.query(
      `insert into ubicacion (empresa_id, nombre, planta, grupo) values (1, 'Almacén', 'Vitoria', 'llenos'),
        (1, 'Línea', 'Vitoria', 'consumo'), (1, 'Proveedor', 'Abadiño', 'proveedor'), (2, 'Ajena', '', '') returning id, nombre`,
    )
    lugares = new Map(rows.map((r: { id: number; nombre: string }) => [r.nombre, r.id]))
    await p.register('C3000000CA01', 'Reader', 'LEC-CA1')
    await p.register('C3000000CA02', 'Reader', 'LEC-CA2')
    await p.register('AC233F00CA01', 'SmartBle', '20014-1')
    const put = (mac: string, nombre: string) =>
      p.servidor.pool.query('update dispositivo set ubicacion_id = $2 where mac = $1', [
        mac,
        lugares.get(nombre),
      ])
    await put('C3000000CA01', 'Almacén')
    await put('C3000000CA02', 'Proveedor')
    // From a Thursday at noon to the next Monday at noon, then at the supplier's.
    await p.servidor.pool.query(
      `insert into estancia (empresa_id, dispositivo_id, lector_id, desde, hasta)
       select 1, d.id, l.id, x.desde, x.hasta from dispositivo d, (values
         ('C3000000CA01', '2026-06-18 12:00+02'::timestamptz, '2026-06-22 12:00+02'::timestamptz),
         ('C3000000CA02', '2026-06-22 13:00+02', '2026-06-23 13:00+02')) as x(lector, desde, hasta)
       join dispositivo l on l.mac = x.lector where d.mac = 'AC233F00CA01'`,
    )
  })
  afterAll(() => p.stop())

  const calendarios = (method: string, body?: object, query = '', empresa = 1) =>
    p.call<Calendarios>(method, `/api/empresas/${empresa}/calendarios${query}`, {
      cookie,
      ...(body && { body }),
    })
  const ciclos = (body?: object, empresa = 1) =>
    p.call<Ciclos & { error: string; code: string }>(
      body ? 'PUT' : 'GET',
      `/api/empresas/${empresa}/ciclos`,
      {
        cookie,
        ...(body && { body }),
      },
    )
  const stays = async () => {
    const r = await p.call<FichaContenedor>(
      'GET',
      '/api/contenedores/20014-1?desde=2026-06-15&hasta=2026-06-25',
      { cookie: await p.as('operario') },
    )
    return r.body.estancias.reverse()
  }

  test('without a calendar no open hours are told', async () => {
    expect((await calendarios('GET')).body).toEqual({ plantas: ['Abadiño', 'Vitoria'], data: [] })
    expect((await stays()).map((e) => [e.minutos_abiertos, e.Etapa])).toEqual([
      [null, null],
      [null, null],
    ])
  })

  test('a plant has its own, the others that of the company; what changed is in the audit log', async () => {
    const festivos = [{ dia: '2026-06-19', nombre: 'Fiesta' }]
    await calendarios('PUT', { planta: '', semana: WEEK, festivos: [] })
    const r = await calendarios('PUT', { planta: 'Vitoria', semana: WEEK, festivos })
    expect(r.body.data.map((c) => c.planta)).toEqual(['', 'Vitoria'])
    // 12 to 14 on Thursday, no Friday, 6 to 12 on Monday; then 13 to 14 and 6 to 13.
    expect((await stays()).map((e) => e.minutos_abiertos)).toEqual([8 * 60, 8 * 60])
    const { data } = (
      await p.call<{ data: Anotacion[] }>('GET', '/api/auditoria?entidad=calendario', { cookie })
    ).body
    expect(data[0]).toMatchObject({ accion: 'crear', empresa: 1, despues: { planta: 'Vitoria', festivos } })
    await calendarios('DELETE', undefined, '?planta=Vitoria')
    expect((await stays()).map((e) => e.minutos_abiertos)).toEqual([16 * 60, 8 * 60])
    expect((await calendarios('DELETE', undefined, '?planta=Vitoria')).status).toBe(404)
    expect((await calendarios('GET', undefined, '', 90)).status).toBe(404)
    expect((await calendarios('PUT', { planta: '', semana: WEEK, festivos: [] }, '', 90)).status).toBe(404)
  })

  test.each([
    [{ semana: WEEK.slice(1) }, 'La semana tiene siete días.'],
    [{ semana: [[{ desde: '6:00', hasta: '14:00' }], ...WEEK.slice(1)] }, 'Escribe la hora como 06:00.'],
    [
      { semana: [[...TURNO, { desde: '13:00', hasta: '15:00' }], ...WEEK.slice(1)] },
      'Dos turnos de este día se solapan.',
    ],
    [{ festivos: [{ dia: '2026-02-30', nombre: 'x' }] }, 'La fecha debe tener el formato AAAA-MM-DD.'],
    [
      {
        festivos: [
          { dia: '2026-06-19', nombre: 'x' },
          { dia: '2026-06-19', nombre: 'y' },
        ],
      },
      'Hay un día repetido.',
    ],
  ])('%j is refused', async (mas, error) => {
    const r = await calendarios('PUT', { planta: '', semana: WEEK, festivos: [], ...mas })
    expect([r.status, r.body.error]).toEqual([400, error])
  })

  const etapa = (nombre: string, clase: string, ubicaciones: string[], mas: object = {}) => ({
    nombre,
    clase,
    ancla: false,
    ubicaciones: ubicaciones.map((u) => lugares.get(u)),
    ...mas,
  })

  test('stages are set, kept by their number, and told of each stay by the loop of its family', async () => {
    const { version } = (await ciclos()).body
    const general = {
      nombre: 'General',
      familias: [],
      etapas: [
        etapa('Llenos', 'llenos', ['Almacén'], { ancla: true }),
        etapa('Fuera', 'proveedor', ['Proveedor']),
      ],
    }
    const r = await ciclos({ version, data: [general] })
    expect(r.status).toBe(200)
    expect((await stays()).map((e) => e.Etapa)).toEqual(['Llenos', 'Fuera'])
    const [suyo] = r.body.data
    const [llenos, outside] = suyo?.etapas ?? []
    const propio = {
      nombre: 'De 20014',
      familias: ['20014'],
      etapas: [etapa('Todo', 'llenos', ['Almacén'], { ancla: true }), etapa('Resto', 'servicio', [])],
    }
    // Two stages swap their names, and the family gets a loop of its own.
    const cambiado = {
      ...suyo,
      etapas: [
        { ...outside, nombre: 'Llenos' },
        { ...llenos, nombre: 'Fuera' },
      ],
    }
    const otro = await ciclos({ version: r.body.version, data: [cambiado, propio] })
    expect(otro.body.data[0]?.etapas.map((e) => [e.id, e.nombre])).toEqual([
      [outside?.id, 'Llenos'],
      [llenos?.id, 'Fuera'],
    ])
    expect((await stays()).map((e) => e.Etapa)).toEqual(['Todo', null])
    expect((await ciclos({ version: r.body.version, data: [] })).body.code).toBe('ciclos_cambiados')
    const { data } = (await p.call<{ data: Anotacion[] }>('GET', '/api/auditoria?entidad=etapa', { cookie }))
      .body
    expect(data.some((a) => a.accion === 'cambiar' && a.despues?.nombre === 'Fuera')).toBe(true)
    // A deleted location is removed from its stage.
    await p.servidor.pool.query("delete from ubicacion where nombre = 'Línea'")
    expect((await ciclos({ version: (await ciclos()).body.version, data: [] })).body.data).toEqual([])
    expect((await stays()).map((e) => e.Etapa)).toEqual([null, null])
  })

  test('what does not fit is refused, another company stays out of it', async () => {
    const { version } = (await ciclos()).body
    const set = (etapas: object[], mas: object = {}) =>
      ciclos({ version, data: [{ nombre: 'C', familias: [], etapas, ...mas }] })
    const ancla = { ancla: true }
    expect((await set([etapa('A', 'llenos', [], ancla)])).body.error).toMatch('al menos dos etapas')
    expect((await set([etapa('A', 'llenos', []), etapa('B', 'vacios', [])])).body.error).toMatch(
      'empieza la vuelta',
    )
    expect(
      (await set([etapa('A', 'llenos', ['Almacén'], ancla), etapa('B', 'vacios', ['Almacén'])])).body.error,
    ).toMatch('en dos etapas')
    expect((await set([etapa('A', 'llenos', ['Ajena'], ancla), etapa('B', 'vacios', [])])).status).toBe(404)
    expect(
      (await set([etapa('A', 'llenos', [], { ...ancla, id: 99_999 }), etapa('B', 'vacios', [])])).status,
    ).toBe(404)
    expect((await ciclos(undefined, 90)).status).toBe(404)
    expect((await ciclos()).body.data).toEqual([])
  })
})
