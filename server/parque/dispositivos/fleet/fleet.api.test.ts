import { setImmediate } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Celda, Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import type { Plano } from '#contract/parque/ubicaciones/ubicaciones'
import type { Db } from '../../../platform/db/client'
import type { Schema } from '../../../platform/db/schema'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { countEstado } from '../../ubicaciones/estado'
import { count, listConjuntos, sumConjuntos } from '../service'
import type { Situados } from './contents'
import { createFleet } from './fleet'

const MUNDO = 'minlat=-90&minlon=-180&maxlat=90&maxlon=180'

const apodosOf = ({ table, order }: Situados) => [...order].map((row) => table.apodos[row])

describe.runIf(inject('base').hay)('where the fleet stands', () => {
  let p: Prueba
  let admin: string
  const sql = (text: string, values: unknown[] = []) => p.servidor.pool.query(text, values)

  beforeAll(async () => {
    p = await startPrueba()
    admin = await p.as('admin')
    await p.register('C30000000001', 'Reader', 'LEC-1', { lat: 42.84, lon: -2.67 })
    await p.register('C30000000002', 'Reader', 'LEC-2', { lat: 42.9, lon: -2.7 })
    await p.register('C30000000003', 'Reader', 'LEC-3', { empresa: 2, lat: 41, lon: -3 })
    for (let i = 1; i <= 12; i++) await p.register(`AC233F0000${10 + i}`, 'SmartBle', `20014-${i}`)
    await sql(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, estado, lector_id, certeza)
       select d.id, 1, now() - make_interval(secs => d.id::int), now(), d.id % 3,
         (select id from dispositivo where apodo = 'LEC-' || (1 + d.id % 2)), (d.id % 10) / 10.0
       from dispositivo d where d.tipo <> 'Reader' and d.apodo <> '20014-12'`,
    )
    await sql("select avisar('cambios', '1:' || id) from dispositivo")
  })
  afterAll(() => p.stop())

  const CUENTAS = [
    'n',
    'impacto',
    'movimiento',
    'parado',
    'extravio',
    'revisar',
    'dudosos',
    'sin_senal',
    'lectores',
  ] as const
  type Visto = {
    apodos: (string | null)[]
    celdas: Pick<Celda, (typeof CUENTAS)[number] | 'lugar' | 'lat'>[]
  }

  async function mapa(zoom = 14, cookie = admin): Promise<Visto> {
    const get = async <T>(ruta: string) => (await p.call<T>('GET', ruta, { cookie })).body
    const list = await get<{ data: Dispositivo[]; total: number }>(`/api/devices_in_bounds?${MUNDO}`)
    const { celdas, total } = await get<{ celdas: Celda[]; total: number }>(
      `/api/mapa_celdas?${MUNDO}&zoom=${zoom}`,
    )
    expect([list.total, total]).toEqual([list.data.length, list.data.length])
    return {
      apodos: list.data.map((d) => d.Apodo),
      celdas: celdas.map(({ lon: _, solo: __, ...c }) => c).sort((a, b) => a.lat - b.lat || a.n - b.n),
    }
  }
  /** The same figures from the database. */
  async function base(zoom = 14, empresa: number | null = null): Promise<Visto> {
    const desde = 'from dispositivo_actual where lat is not null and ($1::int is null or empresa_id = $1)'
    const nombres = await sql(`select array_agg(apodo order by apodo nulls last, id) as apodos ${desde}`, [
      empresa,
    ])
    const celdas = await sql(
      `select round(avg(lat)::numeric, 6)::float8 as lat, mode() within group (order by ubicacion) as lugar,
         count(*)::int as n,
         count(*) filter (where tipo <> 'Reader' and estado = 2)::int as impacto,
         count(*) filter (where tipo <> 'Reader' and estado = 1)::int as movimiento,
         count(*) filter (where tipo <> 'Reader' and estado = 0)::int as parado,
         count(*) filter (where posible_estado = 'Posible extravío')::int as extravio,
         count(*) filter (where posible_estado = 'Necesita revisar')::int as revisar,
         count(*) filter (where situacion = 'en_sitio' and certeza < 0.6)::int as dudosos,
         count(*) filter (where situacion in ('sin_senal', 'lector_mudo'))::int as sin_senal,
         count(*) filter (where tipo = 'Reader')::int as lectores
       ${desde}
       group by floor((lon + 180) / 360 * 512 * 2 ^ $2::int / 24),
         floor((0.5 - ln(tan(pi() / 4 + radians(lat) / 2)) / (2 * pi())) * 512 * 2 ^ $2::int / 24)
       order by 1, n`,
      [empresa, zoom],
    )
    return { apodos: nombres.rows[0].apodos, celdas: celdas.rows }
  }

  test('is what the database says, of one company or of all', async () => {
    for (const zoom of [0, 6, 14, 22]) expect(await mapa(zoom)).toEqual(await base(zoom))
    expect((await mapa()).apodos).toHaveLength(14)
    expect(await mapa(8, await p.as('operario'))).toEqual(await base(8, 1))
    expect(await mapa(8, await p.as('calidad'))).toEqual(await base(8, 2))
  })

  /** The counts as screens show them, and as the database has them. */
  async function cuentas() {
    const get = async <T>(ruta: string) => (await p.call<T>('GET', ruta, { cookie: admin })).body
    return [
      await get('/api/contar_dispositivos'),
      await get('/api/contar_inciertos'),
      (await get<{ data: object[] }>('/api/estado_ubicaciones')).data,
      await get('/api/resumen_poc'),
    ]
  }
  async function cuentasDeBase() {
    const c = await listConjuntos(p.servidor.db, null)
    const inciertos = { dudosos: count(c, 'dudoso'), sin_senal: count(c, 'sin_senal') }
    return [count(c), inciertos, countEstado(c, {}), sumConjuntos(c)]
  }

  const id = async (apodo: string) =>
    (await sql('select id from dispositivo where apodo = $1', [apodo])).rows[0].id as number
  const post = async (ruta: string, body: object) => {
    const r = await p.call('POST', ruta, { body, cookie: admin })
    expect(r.status).toBe(200)
  }
  const CAMBIOS: [que: string, hacer: () => Promise<unknown>][] = [
    ['a new reader', () => p.register('C30000000004', 'Reader', 'LEC-0', { lat: 10, lon: 10 })],
    ['a nickname', () => post('/api/change_device_apodo', { mac_serie: 'AC233F000011', apodo: '20014-99' })],
    [
      'a reader that moves, with what it hears',
      () => p.register('C30000000001', 'Reader', 'LEC-1', { lat: -30, lon: 100 }),
    ],
    ['a deleted device', async () => post('/api/delete_devices', { ids: [await id('20014-3')] })],
    ['a deleted reader', async () => post('/api/delete_devices', { ids: [await id('LEC-2')] })],
    ['a restored reader', async () => post('/api/restore_devices', { ids: [await id('LEC-2')] })],
    [
      'a location of a reader, and its name',
      async () => {
        const { body } = await p.call<Plano>('GET', '/api/ubicaciones?empresa=1', { cookie: admin })
        const alta = await p.call<Plano>('POST', '/api/ubicaciones', {
          body: { version: body.version, nombre: 'Nave', grupo: 'llenos', nodo_x: null, nodo_y: null },
          cookie: admin,
        })
        const u = alta.body.data.find((x) => x.nombre === 'Nave')?.id
        const cambios = (macs: object) => ({ cambios: [{ id: u, ...macs }] })
        const con = await p.call<Plano>('PUT', '/api/ubicaciones', {
          body: { version: alta.body.version, ...cambios({ macs: ['C30000000002'] }) },
          cookie: admin,
        })
        expect((await mapa()).celdas.map((c) => c.lugar)).toContain('Nave')
        await p.call('PUT', '/api/ubicaciones', {
          body: { version: con.body.version, ...cambios({ nombre: 'Aba' }) },
          cookie: admin,
        })
        expect((await mapa()).celdas.map((c) => c.lugar)).toContain('Aba')
      },
    ],
    [
      'what is written past the application',
      () => sql("update dispositivo set apodo = null where apodo = '20014-5'"),
    ],
    [
      'a tag that says where it is',
      async () => {
        await sql(
          `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, lat, lon)
           values ($1, 1, now() - interval '10 days', now(), 1, 1)`,
          [await id('20014-12')],
        )
        await sql("select avisar('cambios', '1:' || $1)", [await id('20014-12')])
      },
    ],
    [
      'more changes at once than are read one by one',
      () =>
        sql(
          `insert into dispositivo (empresa_id, mac, tipo, apodo, lat, lon)
           select 1, 'LOTE' || i, 'iBeacon', '7-' || i, 20, i % 4000 / 100.0 from generate_series(1, 5100) i`,
        ),
    ],
  ]
  test.each(CAMBIOS)('follows %s at once', async (_, work) => {
    const before = await mapa()
    await work()
    const despues = await mapa()
    expect(despues).toEqual(await base())
    expect(despues).not.toEqual(before)
    expect(await cuentas()).toEqual(await cuentasDeBase())
  })

  test('counts follow what was written past the application, of devices that stand nowhere too', async () => {
    const before = await cuentas()
    expect(before).toEqual(await cuentasDeBase())
    await sql(
      `update dispositivo_estado set lector_id = null, ultimo_registro = now() - interval '20 days'
       where dispositivo_id = (select id from dispositivo where apodo = '20014-8')`,
    )
    await sql(
      "insert into dispositivo (empresa_id, mac, tipo, apodo) values (1, 'NUEVO1', 'iBeacon', '30001-1')",
    )
    const despues = await cuentas()
    expect(despues).toEqual(await cuentasDeBase())
    expect(despues).not.toEqual(before)
  })

  test('the world at the deepest zoom is gathered by larger cells, with nobody left out', async () => {
    await sql(
      `insert into dispositivo (empresa_id, mac, tipo, lat, lon)
       select 3, 'LEJOS' || i, 'iBeacon', -20, i / 100.0 from generate_series(1, 1500) i`,
    )
    const { celdas, apodos } = await mapa(22)
    expect(celdas.length).toBeLessThanOrEqual(5000)
    expect(celdas.reduce((n, c) => n + c.n, 0)).toBe(apodos.length)
  })

  test('pages follow one another in each order, and end', async () => {
    const ask = async (order: string) => {
      const r = await p.call<{ data: Dispositivo[]; total: number }>(
        'GET',
        `/api/devices_in_bounds?${MUNDO}&search=20014&${order}`,
        { cookie: admin },
      )
      return r.body.data
    }
    for (const order of ['Apodo', 'TipoDispositivo', 'UltimoRegistro'] as const)
      for (const sentido of ['asc', 'desc']) {
        const query = `orden=${order}&sentido=${sentido}`
        const pages = [await ask(`${query}&page=1&per_page=6`), await ask(`${query}&page=2&per_page=6`)]
        const joined = pages.flat()
        expect(joined.map((d) => d.Apodo)).toEqual((await ask(query)).map((d) => d.Apodo).slice(0, 12))
        const values = joined.flatMap((d) => d[order] ?? [])
        expect(values).toEqual(sentido === 'asc' ? values.toSorted() : values.toSorted().reverse())
        expect(await ask(`${query}&page=3&per_page=6`)).toEqual([])
      }
  })

  test('knows what changed while nobody listened', { tags: ['slow'] }, async () => {
    await mapa()
    await sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'retorna-escucha%' and datname = current_database()",
    )
    await sql("update dispositivo set apodo = '20014-77' where apodo = '20014-7'")
    expect(await mapa(4)).toEqual(await base(4))
    await vi.waitFor(async () => {
      const { rows } = await sql(
        "select 1 from pg_stat_activity where application_name like 'retorna-escucha%' and datname = current_database()",
      )
      expect(rows).toHaveLength(1)
    }, 5000)
    await sql("update dispositivo set apodo = '20014-7' where apodo = '20014-77'")
    expect(await mapa(4)).toEqual(await base(4))
  })

  test('sees by itself what time changes, and what was never told', async () => {
    const fleet = createFleet(p.servidor.db, async () => {}, 400)
    try {
      const estadoOf = async (apodo: string) => {
        const { table, order } = await fleet.list()
        return table.posibles[order.find((row) => table.apodos[row] === apodo) ?? -1]
      }
      expect(await estadoOf('20014-2')).toBe('Ubicado')
      await sql(
        `update dispositivo_estado set ultimo_registro = now() - interval '9 days'
         where dispositivo_id = (select id from dispositivo where apodo = '20014-2')`,
      )
      await vi.waitFor(async () => expect(await estadoOf('20014-2')).toBe('Posible extravío'), 5000)
    } finally {
      fleet.stop()
    }
  })

  test('loses nothing where the database is away while everything is read again', async () => {
    let falta = false
    const getExecutor = () => {
      if (falta) throw new Error('the database is away')
      return p.servidor.db.getExecutor()
    }
    const fleet = createFleet({ getExecutor } as unknown as Db, async () => {})
    try {
      await fleet.list()
      await sql("update dispositivo set apodo = '20014-66' where apodo = '20014-6'")
      const ids = (await sql('select array_agg(id) as ids from dispositivo')).rows[0].ids as number[]
      fleet.changed(`1:${ids.join(',')}`)
      falta = true
      await expect(fleet.list()).rejects.toThrow('the database is away')
      falta = false
      const apodos = apodosOf(await fleet.list())
      expect(apodos).toContain('20014-66')
      expect(apodos).not.toContain('20014-6')
    } finally {
      fleet.stop()
    }
  })

  test('counts nobody twice where changes by time are read while everything is read again', async () => {
    const waiting: (() => void)[] = []
    let held = false
    let finished = 0
    const connect = async () => {
      if (held) await new Promise<void>((resolve) => waiting.push(resolve))
      return p.servidor.pool.connect()
    }
    const db = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: { connect, end: async () => {} } as never }),
      log: () => {
        finished++
      },
    })
    const fleet = createFleet(db, async () => {}, 400)
    try {
      await fleet.list()
      held = true
      const ids = (await sql('select array_agg(id) as ids from dispositivo')).rows[0].ids as number[]
      // A read of changes by time waits, then one of everything: the first ends before the second.
      await vi.waitFor(() => expect(waiting).toHaveLength(1))
      fleet.changed(`1:${ids.join(',')}`)
      const counted = fleet.count(null)
      await vi.waitFor(() => expect(waiting).toHaveLength(2))
      const before = finished
      waiting[0]?.()
      await vi.waitFor(() => expect(finished).toBe(before + 1))
      await setImmediate()
      held = false
      waiting[1]?.()
      const claveOf = (c: object) => JSON.stringify(Object.entries(c).toSorted())
      const base = await listConjuntos(p.servidor.db, null)
      expect((await counted).map(claveOf).toSorted()).toEqual(base.map(claveOf).toSorted())
    } finally {
      held = false
      for (const go of waiting) go()
      fleet.stop()
    }
  })

  test('both sides of the date line', async () => {
    await p.register('C30000000007', 'Reader', 'LEC-7', { lat: 0, lon: 179.5 })
    await p.register('C30000000008', 'Reader', 'LEC-8', { lat: 0, lon: -179.5 })
    const r = await p.call<{ data: Dispositivo[] }>(
      'GET',
      '/api/devices_in_bounds?minlat=-1&maxlat=1&minlon=179&maxlon=-179',
      { cookie: admin },
    )
    expect(r.body.data.map((d) => d.Apodo)).toEqual(['LEC-7', 'LEC-8'])
  })

  test('while nothing is heard, those who ask at once share one reading of the fleet', async () => {
    let lecturas = 0
    const db = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: p.servidor.pool }),
      log: () => {
        lecturas++
      },
    })
    const sorda = createFleet(db, () => Promise.reject(new Error('nothing is heard')))
    try {
      const total = (await sorda.list()).order.length
      expect(total).toBeGreaterThan(0)
      const deUna = lecturas
      const all = await Promise.all(Array.from({ length: 40 }, () => sorda.list()))
      expect(all.map((t) => t.order.length)).toEqual(Array(40).fill(total))
      // At most one read that began before the last request, and one for all the others.
      expect(lecturas).toBeLessThanOrEqual(3 * deUna)
      await sql("update dispositivo set apodo = '20014-99' where apodo = '20014-1'")
      expect(apodosOf(await sorda.list())).toContain('20014-99')
    } finally {
      await sql("update dispositivo set apodo = '20014-1' where apodo = '20014-99'")
      sorda.stop()
    }
  })
})
