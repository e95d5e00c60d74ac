// @module-tag slow: writers that commit in any order, for every set
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../../testing/retorna'

type Row = Record<string, unknown> & { eliminado: boolean }

describe.runIf(inject('base').hay)('sets of data over HTTP', () => {
  let p: Prueba
  let pool: pg.Pool
  let cookie: string
  let ids: Map<string, number>
  beforeAll(async () => {
    p = await startPrueba()
    pool = p.servidor.pool
    cookie = await p.as('operario')
    await p.servidor.jobs.stop()
    await p.register('AABBCC000001', 'SmartBle', '20014-001')
    await p.register('AABBCC000002', 'SmartBle', '30014-002', { empresa: 2 })
    const { rows } = await pool.query('select mac, id from dispositivo')
    ids = new Map(rows.map((r) => [r.mac, r.id]))
  })
  afterAll(() => p.stop())

  const ask = (path: string) => fetch(`${p.servidor.url}/api/datos/${path}`, { headers: { cookie } })
  const read = async (path: string) => {
    const r = await ask(path)
    const text = await r.text()
    expect([path, r.status, r.ok || text]).toEqual([path, 200, true])
    const rows = text
      .split('\n')
      .filter(Boolean)
      .map((l): Row => JSON.parse(l))
    return { rows, next: r.headers.get('cursor-siguiente') ?? '', link: r.headers.get('link') }
  }
  /** Reads until no more rows come. */
  const readAll = async (set: string, cursor: string, limite = 1000) => {
    const rows: Row[] = []
    for (let at = cursor; ; ) {
      const r = await read(`${set}?limite=${limite}${at && `&cursor=${at}`}`)
      rows.push(...r.rows)
      if (at && !r.rows.length) return { rows, next: r.next }
      at = r.next
    }
  }

  const start = Date.UTC(2026, 5, 1)
  const INSERT: Record<string, { sql: string; name: (r: Row) => number }> = {
    incidencias: {
      sql: `insert into incidencia (empresa_id, dispositivo_id, tiempo, hasta) values ($1, $2, $3, $3)`,
      name: (r) => Date.parse(String(r.desde)),
    },
    eventos: {
      sql: `insert into evento (id, empresa_id, dispositivo_id, tiempo, estado)
        values (extract(epoch from $3::timestamptz)::bigint, $1, $2, $3, 0)`,
      name: (r) => Date.parse(String(r.tiempo)),
    },
    estancias: {
      sql: `insert into estancia (empresa_id, dispositivo_id, lector_id, desde, hasta)
        values ($1, $2, 1, $3, $3::timestamptz + interval '1 second')`,
      name: (r) => Date.parse(String(r.desde)),
    },
  }
  const add = (client: pg.ClientBase | pg.Pool, set: string, n: number, empresa = 1) =>
    client.query(INSERT[set]?.sql ?? '', [
      empresa,
      ids.get(`AABBCC00000${empresa}`),
      new Date(start + n * 60_000),
    ])
  const numbers = (set: string, rows: Row[]) =>
    rows.map((r) => ((INSERT[set]?.name(r) ?? 0) - start) / 60_000)

  test.each(Object.keys(INSERT))(
    '%s: what was under way at a reading comes with the next one, once',
    async (set) => {
      await pool.query('select crear_particion_evento($1::date)', ['2026-06-01'])
      const [a, b] = [await pool.connect(), await pool.connect()]
      try {
        await add(pool, set, 0, 2)
        await a.query('begin')
        await add(a, set, 1)
        await add(b, set, 2)
        const first = await read(set)
        expect(numbers(set, first.rows)).toEqual([2])
        expect(first.link).toContain('rel="next"')
        await add(b, set, 3)
        const second = await read(`${set}?cursor=${first.next}`)
        expect(numbers(set, second.rows)).toEqual([3])
        await a.query('commit')
        const third = await read(`${set}?cursor=${second.next}`)
        expect(numbers(set, third.rows)).toEqual([1])
        expect((await read(`${set}?cursor=${third.next}`)).rows).toEqual([])
      } finally {
        a.release()
        b.release()
      }
    },
  )

  test.each(Object.keys(INSERT))('%s: each row once while writers commit in any order', async (set) => {
    let { next } = await readAll(set, '')
    const told: Row[] = []
    let n = 100
    let left = 4
    const writer = async (pause: number) => {
      const c = await pool.connect()
      for (let i = 0; i < 25; i++) {
        await c.query('begin')
        await add(c, set, n++)
        await new Promise((done) => setTimeout(done, pause))
        await add(c, set, n++)
        await c.query('commit')
      }
      c.release()
      left--
    }
    const writers = Promise.all([1, 5, 13, 29].map(writer))
    while (left) {
      const r = await readAll(set, next, 7)
      told.push(...r.rows)
      next = r.next
    }
    await writers
    told.push(...(await readAll(set, next)).rows)
    expect(numbers(set, told).sort((x, y) => x - y)).toEqual(Array.from({ length: 200 }, (_, i) => 100 + i))
    // From the beginning again, in small pages.
    const anew = await readAll(set, '', 9)
    const all = numbers(set, anew.rows)
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBe(203)
  })

  test('a row that was corrected or removed is told, to its company alone', async () => {
    const { next } = await readAll('incidencias', '')
    await pool.query('update incidencia set pico_g = 9 where tiempo = $1', [new Date(start + 60_000)])
    await pool.query('delete from incidencia where tiempo = $1', [new Date(start + 120_000)])
    await pool.query('delete from incidencia where empresa_id = 2')
    const { rows } = await readAll('incidencias', next)
    expect(rows.map((r) => [r.eliminado, r.pico_g, r.empresa_id])).toEqual([
      [false, 9, 1],
      [true, null, 1],
    ])
    expect(rows[1]?.incidencia_id).toEqual(expect.any(Number))
  })

  test('a stay that is corrected is told once; with another beginning, also as gone from the one it had', async () => {
    const { next } = await readAll('estancias', '')
    const noted = async () =>
      Number(
        (await pool.query(`select count(*) as n from dato_cambio where conjunto = 'estancias'`)).rows[0]?.n,
      )
    const before = await noted()
    const { rows: una } = await pool.query<{ dispositivo_id: string; desde: Date }>(
      `update estancia set certeza = 0.5 where (dispositivo_id, desde) = (select dispositivo_id, desde from estancia where empresa_id = 1 limit 1)
       returning dispositivo_id, desde`,
    )
    expect((await noted()) - before).toBe(1)
    const desde = una[0]?.desde as Date
    const later = new Date(+desde + 1000)
    await pool.query('update estancia set desde = $3 where dispositivo_id = $1 and desde = $2', [
      una[0]?.dispositivo_id,
      desde,
      later,
    ])
    expect((await noted()) - before).toBe(3)
    const { rows } = await readAll('estancias', next)
    const gone = rows.find((r) => r.eliminado)
    const now = rows.find((r) => !r.eliminado)
    expect([rows.length, new Date(now?.oido_desde as string), new Date(gone?.oido_desde as string)]).toEqual([
      2,
      later,
      desde,
    ])
  })

  test('stays that go on are told again when their reader is moved', async () => {
    await p.register('C30000000D01', 'Reader', 'LEC-D', { lat: 42.84, lon: -2.67 })
    await pool.query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, lector_id, lector_desde, estado, estado_desde)
       select $1, 1, now(), id, now() - interval '1 hour', 0, now() from dispositivo where mac = 'C30000000D01'`,
      [ids.get('AABBCC000001')],
    )
    const { next } = await readAll('estancias', '')
    await pool.query(`update dispositivo set lat = 43.3, lon = -2.9 where mac = 'C30000000D01'`)
    const { rows } = await readAll('estancias', next)
    expect(rows.map((r) => [r.contenedor_id, r.lector, r.hasta === null, r.eliminado]).sort()).toEqual([
      [ids.get('AABBCC000001'), 'LEC-D', false, false],
      [ids.get('AABBCC000001'), 'LEC-D', true, false],
    ])
    await pool.query('delete from dispositivo_estado where dispositivo_id = $1', [ids.get('AABBCC000001')])
  })

  test('what changes between two pages of a first reading comes with the changes alone', async () => {
    const page = await read('incidencias?limite=5')
    await pool.query('update incidencia set pico_g = 3 where tiempo = $1', [new Date(start + 150 * 60_000)])
    const { rows } = await readAll('incidencias', page.next)
    const all = numbers('incidencias', [...page.rows, ...rows])
    expect(new Set(all).size).toBe(all.length)
    expect(rows.at(-1)?.pico_g).toBe(3)
  })

  test('a measured value leaves as it was measured, without the noise of another precision', async () => {
    await pool.query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, estado, temperatura, bateria)
       select id, empresa_id, now(), now(), 0, 28.2, 99.1 from dispositivo where mac = 'AABBCC000001'
       on conflict (dispositivo_id) do update set temperatura = 28.2, bateria = 99.1`,
    )
    const { rows } = await read('contenedores')
    const one = rows.find((r) => r.mac === 'AABBCC000001')
    expect([one?.temperatura_c, one?.bateria_pct]).toEqual([28.2, 99.1])
    const r = await ask('contenedores?formato=parquet')
    const back = await parquetReadObjects({ file: await r.arrayBuffer() })
    expect(back.find((x) => x.mac === 'AABBCC000001')?.temperatura_c).toBe(28.2)
  })

  test('CSV and Parquet have the same rows; `desde` narrows the first reading', async () => {
    await pool.query(`update dispositivo set etiqueta = '=1+1"' where mac = 'AABBCC000001'`)
    const query = `desde=${new Date(start + 290 * 60_000).toISOString()}`
    const { rows } = await read(`incidencias?${query}`)
    expect(rows.length).toBe(10)
    const csv = await ask(`incidencias?formato=csv&${query}`)
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect((await csv.text()).trim().split('\r\n').length).toBe(11)
    const now = await ask('contenedores?formato=csv')
    expect(await now.text()).toContain(`"'=1+1"""`)
    const r = await ask(`incidencias?formato=parquet&${query}`)
    const file = await r.arrayBuffer()
    // Times are of UTC, and say so.
    const { schema } = parquetMetadata(file)
    expect(schema.find((c) => c.name === 'desde')?.logical_type).toEqual({
      type: 'TIMESTAMP',
      isAdjustedToUTC: true,
      unit: 'MILLIS',
    })
    const back = await parquetReadObjects({ file })
    expect(back.map((x) => [x.incidencia_id, x.desde, x.contenedor, x.revisado, x.pico_g])).toEqual(
      rows.map((x) => [
        BigInt(Number(x.incidencia_id)),
        new Date(String(x.desde)),
        x.contenedor,
        x.revisado,
        x.pico_g,
      ]),
    )
  })

  test('all six sets are read, also empty', async () => {
    for (const set of ['contenedores', 'estancias', 'eventos', 'incidencias', 'visitas', 'previsiones'])
      for (const formato of ['ndjson', 'csv', 'parquet']) {
        const r = await ask(`${set}?formato=${formato}`)
        await r.arrayBuffer()
        expect([set, formato, r.status]).toEqual([set, formato, 200])
        const more = await ask(`${set}?formato=${formato}&cursor=${r.headers.get('cursor-siguiente')}`)
        await more.arrayBuffer()
        expect([set, formato, more.status]).toEqual([set, formato, 200])
      }
  })

  test('what is wrong is refused in words', async () => {
    const { next } = await read('incidencias?limite=1')
    const status = async (path: string) => {
      const r = await p.call('GET', `/api/datos/${path}`, { cookie })
      return [r.status, r.body.code]
    }
    const change = (mas: object) =>
      Buffer.from(
        JSON.stringify({ ...JSON.parse(Buffer.from(next, 'base64url').toString()), ...mas }),
      ).toString('base64url')
    expect(await status('incidencias?empresa=2')).toEqual([404, 'no_encontrado'])
    expect(await status('nada')).toEqual([400, 'entrada_no_valida'])
    expect(await status('incidencias?formato=xml')).toEqual([400, 'entrada_no_valida'])
    expect(await status('incidencias?cursor=nada')).toEqual([400, 'entrada_no_valida'])
    expect(await status(`visitas?cursor=${next}`)).toEqual([400, 'entrada_no_valida'])
    expect(await status(`incidencias?cursor=${change({ empresa: 2 })}`)).toEqual([400, 'entrada_no_valida'])
    expect(await status(`incidencias?cursor=${change({ visto: '9:1:' })}`)).toEqual([
      400,
      'entrada_no_valida',
    ])
    expect(await status(`incidencias?cursor=${change({ clave: ['1-1'] })}`)).toEqual([
      400,
      'entrada_no_valida',
    ])
    expect(await status(`incidencias?cursor=${change({ base: '1' })}`)).toEqual([410, 'cursor_caducado'])
    expect(await status(`incidencias?cursor=${change({ momento: 1 })}`)).toEqual([410, 'cursor_caducado'])
  })
  test('a file whose reading fails midway ends as no whole one', async () => {
    await pool.query(
      `insert into incidencia (empresa_id, dispositivo_id, tiempo, hasta) select 1, $1, t, t
       from generate_series(timestamptz '2025-01-01', timestamptz '2025-01-01' + interval '60000 seconds', interval '1 second') t`,
      [ids.get('AABBCC000001')],
    )
    for (const formato of ['ndjson', 'csv', 'parquet']) {
      const r = await ask(`incidencias?formato=${formato}`)
      const { rowCount } = await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and query like '%incidencia_id%'`,
      )
      expect([formato, r.status, rowCount]).toEqual([formato, 200, 1])
      await expect(r.arrayBuffer()).rejects.toThrow()
    }
  })
})
