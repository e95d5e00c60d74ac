import { DateTime } from 'luxon'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type {
  Incidencia,
  LoteIncidencias,
  OpcionesIncidencia,
  Ranking,
} from '#contract/oir/incidencias/incidencias'
import { type Prueba, startPrueba } from '../../testing/retorna'

const ZONA = 'Europe/Madrid'
const UNO = 'AC233F00AD01'
const DOS = 'AC233F00AD02'
const AJENA = 'AC233F00AD03'

describe.runIf(inject('base').hay)('incidents as work', () => {
  let p: Prueba
  let operario: string
  const ids: Record<string, number> = {}
  const hace = (days: number) =>
    DateTime.now().setZone(ZONA).minus({ days: days }).set({ hour: 12 }).toJSDate()

  async function seed(
    mac: string,
    days: number,
    mas: { lector?: string; danio?: boolean; cerrada?: boolean } = {},
  ) {
    const { rows } = await p.servidor.pool.query(
      `insert into incidencia (empresa_id, dispositivo_id, lector_id, tiempo, hasta, hubo_danio, revisado)
       select d.empresa_id, d.id, (select id from dispositivo where mac = $2), $3, $3, $4, $5
       from dispositivo d where d.mac = $1 returning id`,
      [mac, mas.lector ?? null, hace(days), mas.danio ?? false, mas.cerrada ?? false],
    )
    return rows[0].id as number
  }
  const list = async (query: string, cookie = operario) =>
    (await p.call<Incidencia[]>('GET', `/api/get_incidencias?${query}`, { cookie })).body
  const who = async (username: string) =>
    (await p.servidor.pool.query('select id, nombre from usuario where username = $1', [username])).rows[0]
  const lote = (action: 'cerrar' | 'asignar', body: object, cookie = operario) =>
    p.call<LoteIncidencias>('POST', `/api/incidencias/${action}`, { body, cookie })

  beforeAll(async () => {
    p = await startPrueba()
    operario = await p.as('operario')
    for (const n of [1, 2]) await p.register(`C300000AD00${n}`, 'Reader', `LEC-AD${n}`)
    await p.servidor.pool.query(
      `with u as (insert into ubicacion (empresa_id, nombre) values (1, 'Prensa') returning id)
       update dispositivo set ubicacion_id = (select id from u) where mac = 'C300000AD001'`,
    )
    await p.servidor.pool.query(
      `insert into lt (empresa_id, codigo, descripcion, total) values (1, '30001', 'Puerta delantera', 10)`,
    )
    await p.register(UNO, 'SmartBle', '30001-1')
    await p.register(DOS, 'SmartBle', '30002-1')
    await p.register(AJENA, 'SmartBle', '30001-9', { empresa: 2 })
    ids.vieja = await seed(UNO, 200, { lector: 'C300000AD001', danio: true })
    ids.ayer = await seed(UNO, 1, { lector: 'C300000AD001' })
    ids.otra = await seed(DOS, 1.1, { lector: 'C300000AD002' })
    ids.sola = await seed(DOS, 2)
    ids.cerrada = await seed(DOS, 3, { cerrada: true, danio: true, lector: 'C300000AD001' })
    ids.ajena = await seed(AJENA, 1)
  })
  afterAll(() => p.stop())

  test('open ones of all time, and each filter; the file is of the same', async () => {
    const quedan = async (query: string) => {
      const filas = await list(query)
      return Object.keys(ids).filter((k) => filas.some((f) => f.id === ids[k]))
    }
    expect(await quedan('siempre=true&estado=abierta')).toEqual(['vieja', 'ayer', 'otra', 'sola'])
    expect(await quedan('siempre=true')).toEqual(['vieja', 'ayer', 'otra', 'sola', 'cerrada'])
    expect(await quedan('siempre=true&estado=cerrada')).toEqual(['cerrada'])
    expect(await quedan('siempre=true&danio=si')).toEqual(['vieja', 'cerrada'])
    expect(await quedan('siempre=true&danio=no&ubicacion=Prensa')).toEqual(['ayer'])
    expect(await quedan('siempre=true&ubicacion=Sin ubicación')).toEqual(['otra', 'sola'])
    expect(await quedan('siempre=true&lector=LEC-AD2')).toEqual(['otra'])
    expect(await quedan('siempre=true&lector=Sin lector')).toEqual(['sola'])
    expect(await quedan('siempre=true&pieza=30002&estado=abierta')).toEqual(['otra', 'sola'])
    expect(await quedan('pieza=30001')).toEqual(['ayer'])
    expect((await p.call('GET', '/api/get_incidencias?estado=medio', { cookie: operario })).status).toBe(400)
    const abiertas = await p.call('GET', '/api/incidencias_abiertas', { cookie: operario })
    expect(abiertas.body).toEqual({ abiertas: 4, mias: 0 })
    const res = await fetch(
      `${p.servidor.url}/api/export_incidencias?formato=xlsx&siempre=true&lector=LEC-AD2`,
      { headers: { cookie: operario } },
    )
    expect(res.status).toBe(200)
  })

  test('what can be chosen: places, readers, parts with their names, and people of the company', async () => {
    const { body } = await p.call<OpcionesIncidencia>('GET', '/api/incidencias_opciones', {
      cookie: operario,
    })
    expect(body.ubicaciones).toEqual(['Prensa', 'Sin ubicación'])
    expect(body.lectores).toEqual(['LEC-AD1', 'LEC-AD2', 'Sin lector'])
    expect(body.piezas).toEqual([
      { codigo: '30001', descripcion: 'Puerta delantera' },
      { codigo: '30002', descripcion: null },
    ])
    expect(body.personas.map((x) => x.empresa)).toEqual(body.personas.map(() => 1))
    expect(body.personas.map((x) => x.id)).toContain((await who('operario')).id)
  })

  test('somebody is on it: of the company, and only while it is open', async () => {
    const { id, nombre } = await who('operario')
    const r = await lote('asignar', { ids: [ids.ayer, ids.cerrada, ids.ajena], usuario: id })
    expect(r.body.resultados.map((x) => [x.status, x.message])).toEqual([
      ['success', 'Asignada.'],
      ['error', 'Ya la cerró otra persona.'],
      ['error', 'Incidencia no encontrada.'],
    ])
    expect(r.body.data.find((i) => i.id === ids.ayer)?.lleva).toEqual({ id, nombre })
    expect((await list('siempre=true&mias=true')).map((i) => i.id)).toEqual([ids.ayer])
    const abiertas = await p.call('GET', '/api/incidencias_abiertas', { cookie: operario })
    expect(abiertas.body).toMatchObject({ mias: 1 })
    const ajeno = await lote('asignar', { ids: [ids.ayer], usuario: (await who('calidad')).id })
    expect([ajeno.status, ajeno.body]).toEqual([
      404,
      { error: 'Esa persona no es de la empresa de la incidencia.', code: 'no_encontrado' },
    ])
    // An admin takes one of another company; a deleted user is in charge of none.
    const admin = await p.as('admin')
    expect(
      (await lote('asignar', { ids: [ids.ajena], usuario: (await who('admin')).id }, admin)).status,
    ).toBe(200)
    expect((await lote('asignar', { ids: [ids.ayer], usuario: null })).body.data[0]?.lleva).toBeNull()
    const { rows } = await p.servidor.pool.query(
      `select username from auditoria where entidad = 'incidencia' and entidad_id = $1 and despues ? 'lleva'`,
      [String(ids.ayer)],
    )
    expect(rows).toHaveLength(2)
  })

  test('a note with a review is kept with who wrote it, and audited', async () => {
    const i = (await list('siempre=true')).find((x) => x.id === ids.otra) as Incidencia
    const review = (mas: object) =>
      p.call<{ data: Incidencia }>('POST', '/api/set_impacto', {
        cookie: operario,
        body: {
          dispositivo: i.Dispositivo,
          lector: i.Lector,
          time: i.Time,
          revisado: false,
          hubo_golpe_real: true,
          hubo_danio: false,
          ...mas,
        },
      })
    expect((await review({ nota: 'Golpe con la carretilla' })).body.data.nota).toBe('Golpe con la carretilla')
    expect((await review({ nota: '' })).body.data.nota).toBe('Golpe con la carretilla')
    expect((await review({ nota: 'Sin daño', revisado: true })).body.data.nota).toBe('Sin daño')
    // A closed incident gets no more notes, not even with the same review.
    await review({ nota: 'Tarde', revisado: true })
    const detalle = await p.call<{ notas: { autor: string; texto: string }[] }>(
      'GET',
      `/api/incidencias/${ids.otra}`,
      { cookie: operario },
    )
    const { nombre } = await who('operario')
    expect(detalle.body.notas.map((n) => [n.autor, n.texto])).toEqual([
      [nombre, 'Sin daño'],
      [nombre, 'Golpe con la carretilla'],
    ])
    const { rows } = await p.servidor.pool.query(
      `select despues ->> 'texto' as texto from auditoria where entidad = 'incidencia_nota' order by id`,
    )
    expect(rows.map((r) => r.texto)).toEqual(['Golpe con la carretilla', 'Sin daño'])
    expect((await review({ nota: 'x'.repeat(501) })).status).toBe(400)
  })

  test('several are closed at once as they stand, with one note; the rest is told', async () => {
    const r = await lote('cerrar', {
      ids: [ids.vieja, ids.sola, ids.cerrada, ids.ajena, ids.vieja],
      nota: 'Revisadas',
    })
    expect(r.body.resultados.map((x) => x.status)).toEqual(['success', 'success', 'error', 'error'])
    expect(r.body.data.map((i) => [i.id, i.revisado, i.hubo_danio, i.nota])).toEqual([
      [ids.sola, true, false, 'Revisadas'],
      [ids.cerrada, true, true, null],
      [ids.vieja, true, true, 'Revisadas'],
    ])
    expect(r.body.data[0]?.cerrada_por).toBe((await who('operario')).nombre)
    expect((await list('siempre=true&estado=abierta')).map((i) => i.id)).toEqual([ids.ayer])
    for (const malas of [[], Array.from({ length: 201 }, (_, n) => n + 1), ['1']])
      expect((await lote('cerrar', { ids: malas })).status).toBe(400)
  })

  test('the ranking: impacts per 1,000 arrivals, and each row leads to as many', async () => {
    await p.servidor.pool.query(
      `insert into estancia (empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta)
       select 1, d.id, l.id, l.ubicacion_id, t, t + interval '5 minutes'
       from dispositivo d, dispositivo l, generate_series(0, 39) as n,
         lateral (select now() - interval '1 day' - make_interval(mins => n * 30 + case when l.mac = 'C300000AD001' then 0 else 15 end) as t) as m
       where d.mac = $1 and l.mac in ('C300000AD001', 'C300000AD002')`,
      [UNO],
    )
    const desde = DateTime.now().setZone(ZONA).minus({ days: 5 }).toISODate()
    const ask = async (por: string, cookie = operario) =>
      (await p.call<Ranking>('GET', `/api/incidencias_ranking?por=${por}&start_date=${desde}`, { cookie }))
        .body
    const lectores = await ask('lector')
    expect(lectores.filas).toEqual([
      { nombre: 'LEC-AD1', impactos: 2, llegadas: 40, por_mil: 50 },
      { nombre: 'LEC-AD2', impactos: 1, llegadas: 40, por_mil: 25 },
      { nombre: 'Sin lector', impactos: 1, llegadas: 0, por_mil: null },
    ])
    const lugares = await ask('ubicacion')
    expect(lugares.filas).toEqual([
      { nombre: 'Prensa', impactos: 2, llegadas: 40, por_mil: 50 },
      { nombre: 'Sin ubicación', impactos: 2, llegadas: 0, por_mil: null },
    ])
    for (const [por, { filas, impactos }] of [
      ['lector', lectores],
      ['ubicacion', lugares],
    ] as const) {
      for (const f of filas)
        expect(await list(`start_date=${desde}&${por}=${f.nombre}`)).toHaveLength(f.impactos)
      expect(await list(`start_date=${desde}`)).toHaveLength(impactos)
    }
    expect((await ask('lector', await p.as('calidad'))).filas).toEqual([
      { nombre: 'Sin lector', impactos: 1, llegadas: 0, por_mil: null },
    ])
    const far = await p.call('GET', '/api/incidencias_ranking?start_date=2020-01-01', { cookie: operario })
    expect([far.status, far.body.campo]).toEqual([400, 'start_date'])
  })
})
