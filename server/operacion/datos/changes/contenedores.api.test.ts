import { setTimeout as sleep } from 'node:timers/promises'
import { parquetReadObjects } from 'hyparquet'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { createPlanta } from '../../../testing/ciclo'
import { type Prueba, startPrueba } from '../../../testing/retorna'

type Row = Record<string, unknown> & { contenedor_id: number; empresa_id: number; eliminado: boolean }
/** A company, or who reads all of them. */
type Who = 1 | 2 | 'all'
const FORMATS = ['ndjson', 'csv', 'parquet'] as const
const CONTAINERS = 40

describe.runIf(inject('base').hay)('containers that changed since a cursor', () => {
  let p: Prueba
  let pool: pg.Pool
  let cookies: Record<Who, string>
  let reader: number
  let cursor: string

  beforeAll(async () => {
    p = await startPrueba()
    pool = p.servidor.pool
    cookies = { 1: await p.as('operario'), 2: await p.as('calidad'), all: await p.as('admin') }
    await p.servidor.jobs.stop()
    const planta = await createPlanta(p)
    await planta.put('AC0000000001', '20014-1', [['Lleno', 100, null]])
    await planta.keep()
    await pool.query(
      `insert into dispositivo (empresa_id, mac, apodo, tipo)
       select 1, 'EE' || lpad(to_hex(i), 10, '0'), '999-' || i, 'SmartBle' from generate_series(1, $1::int) i
       union all select 2, 'EF0000000001', '888-1', 'SmartBle'`,
      [CONTAINERS],
    )
    await p.register('C30000000EE1', 'Reader', 'LEC-EE1')
    reader = (await pool.query(`select id from dispositivo where apodo = 'LEC-EE1'`)).rows[0].id
    await pool.query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado, estado_desde, lector_id, lector_desde)
       select id, empresa_id, now(), 0, now(), case when tipo <> 'Reader' then $1::bigint end, now()
       from dispositivo where mac like 'E%' or id = $1`,
      [reader],
    )
  })
  afterAll(() => p.stop())
  beforeEach(async () => {
    cursor = (await readAll(1, '')).next
  })

  const ask = (empresa: Who, query: string) =>
    fetch(`${p.servidor.url}/api/datos/contenedores?${query}`, { headers: { cookie: cookies[empresa] } })
  const read = async (empresa: Who, query: string) => {
    const r = await ask(empresa, query)
    const text = await r.text()
    expect([query, r.status, r.ok || text]).toEqual([query, 200, true])
    const rows = text
      .split('\n')
      .filter(Boolean)
      .map((l): Row => JSON.parse(l))
    return { rows, next: r.headers.get('cursor-siguiente') ?? '' }
  }
  /** Reads until no more rows come. */
  async function readAll(empresa: Who, from: string, limite = 1000) {
    const rows: Row[] = []
    for (let at = from; ; ) {
      const r = await read(empresa, `limite=${limite}${at && `&cursor=${at}`}`)
      rows.push(...r.rows)
      if (at && !r.rows.length) return { rows, next: r.next }
      at = r.next
    }
  }
  /** Nicknames of the containers of company 1 that changed since the cursor; its next reading goes on from there. */
  async function changed() {
    const { rows, next } = await readAll(1, cursor)
    cursor = next
    return rows.map((r) => r.contenedor ?? `-${r.contenedor_id}`).sort()
  }
  const idOf = async (apodo: string): Promise<number> =>
    (await pool.query('select id from dispositivo where apodo = $1', [apodo])).rows[0].id
  const hear = (client: pg.ClientBase | pg.Pool, apodo: string) =>
    client.query(
      `update dispositivo_estado set ultimo_registro = clock_timestamp() where dispositivo_id = (select id from dispositivo where apodo = $1)`,
      [apodo],
    )

  test('a first reading in pages tells every container, also those that change meanwhile', async () => {
    const first = await read(1, 'limite=7')
    expect(first.rows).toHaveLength(7)
    await hear(pool, '999-30')
    const { rows } = await readAll(1, first.next, 7)
    const told = [...first.rows, ...rows].map((r) => r.contenedor)
    expect(told.filter((x) => x === '999-30')).toHaveLength(2)
    expect(new Set(told).size).toBe(CONTAINERS + 1)
    expect(told).toHaveLength(CONTAINERS + 2)
  })

  test('nothing is told when nothing changed, also after the database froze all rows and another company changed', async () => {
    await pool.query('vacuum freeze dispositivo, dispositivo_estado')
    await hear(pool, '888-1')
    await pool.query(`update dispositivo set etiqueta = 'X' where apodo = '888-1'`)
    // A reader that lives is no container.
    await pool.query('update dispositivo_estado set mensajes = 1 where dispositivo_id = $1', [reader])
    expect(await changed()).toEqual([])
  })

  test.each<[string, string, string[]]>([
    ['it is heard', `update dispositivo_estado set rssi = -50 where dispositivo_id = $1`, ['999-3']],
    ['it gets a label', `update dispositivo set etiqueta = 'L3' where id = $1`, ['999-3']],
    [
      'it comes into a stage',
      `insert into visita (dispositivo_id, desde, empresa_id, ciclo_id, etapa_id, familia, ubicacion_id, reloj_desde)
       select $1, '2026-01-01', 1, ciclo_id, etapa_id, familia, ubicacion_id, 0 from visita limit 1`,
      ['999-3'],
    ],
    [
      'it leaves a stage',
      `update visita set hasta = now(), fin = 'paso', reloj_hasta = 1 where dispositivo_id = $1`,
      ['999-3'],
    ],
    ['a visit of long ago goes with its history', `delete from visita where dispositivo_id = $1`, []],
    [
      'it has an impact',
      `insert into incidencia (empresa_id, dispositivo_id, tiempo, hasta) values (1, $1, now(), now())`,
      [],
    ],
    ['it is found damaged', 'update incidencia set hubo_danio = true where dispositivo_id = $1', ['999-3']],
    ['the damage is done with', 'update incidencia set revisado = true where dispositivo_id = $1', ['999-3']],
  ])('%s', async (_, statement, told) => {
    await pool.query(statement, [await idOf('999-3')])
    expect(await changed()).toEqual(told)
    expect(await changed()).toEqual([])
  })

  test('all that a reader hears are told when it is moved, and tell the new place', async () => {
    await pool.query('update dispositivo set lat = 42.5, lon = -2.5 where id = $1', [reader])
    const { rows } = await readAll(1, cursor)
    expect(rows).toHaveLength(CONTAINERS)
    expect(new Set(rows.map((r) => r.latitud))).toEqual(new Set([42.5]))
  })

  test('all whose place or next likely place is renamed, goes to another plant or is removed are told', async () => {
    const { rows: places } = await pool.query(
      `insert into ubicacion (empresa_id, nombre) select 1, 'Sitio ' || i from generate_series(1, 3) i returning id`,
    )
    const [ofReader, walked, own] = places.map((u) => u.id)
    await p.register('C30000000EE2', 'Reader', 'LEC-EE2')
    await pool.query(`update dispositivo set ubicacion_id = $1 where apodo = 'LEC-EE2'`, [ofReader])
    const stand = (apodo: string, state: string, values: unknown[]) =>
      pool.query(
        `update dispositivo_estado set ${state} where dispositivo_id = (select id from dispositivo where apodo = '${apodo}')`,
        values,
      )
    await stand('999-21', `lector_id = (select id from dispositivo where apodo = 'LEC-EE2')`, [])
    await stand('999-22', 'ubicacion_id = $1', [walked])
    await stand('999-23', 'segunda_id = $1', [walked])
    await pool.query(
      `insert into dispositivo (empresa_id, mac, apodo, tipo, ubicacion_id) values (1, 'EEFF', '999-98', 'SmartBle', $1)`,
      [own],
    )
    cursor = (await readAll(1, cursor)).next
    await pool.query(`update ubicacion set nombre = 'Nave' where id = $1`, [ofReader])
    const renamed = await readAll(1, cursor)
    expect(renamed.rows.map((r) => [r.contenedor, r.lugar])).toEqual([['999-21', 'Nave']])
    cursor = renamed.next
    await pool.query(`update ubicacion set nodo_x = 0.5 where id = $1`, [ofReader])
    expect(await changed()).toEqual([])
    await pool.query(`update ubicacion set planta = 'Norte' where id = any($1)`, [[walked, own]])
    expect(await changed()).toEqual(['999-22', '999-23', '999-98'])
    await pool.query('delete from ubicacion where id = any($1)', [[ofReader, walked, own]])
    const gone = await readAll(1, cursor)
    expect(gone.rows.map((r) => [r.contenedor, r.lugar, r.segundo_lugar])).toEqual([
      ['999-21', null, null],
      ['999-22', null, null],
      ['999-23', null, null],
      ['999-98', null, null],
    ])
    await pool.query(`delete from dispositivo where apodo = '999-98'`)
    await stand('999-21', 'lector_id = $1', [reader])
  })

  test('who reads all companies gets a moved container last where it is now', async () => {
    const move = (ids: number[], empresa: number) =>
      pool.query('update dispositivo set empresa_id = $2 where id = any($1)', [ids, empresa])
    const ids = await Promise.all(Array.from({ length: 10 }, (_, i) => idOf(`999-${i + 21}`)))
    const begin = await readAll('all', '')
    await move(ids, 2)
    const there = await readAll('all', begin.next)
    await move(ids, 1)
    const back = await readAll('all', there.next)
    for (const [{ rows }, empresa] of [
      [there, 2],
      [back, 1],
    ] as const) {
      const last = new Map(rows.map((r) => [r.contenedor_id, [r.empresa_id, r.eliminado]]))
      expect(ids.map((id) => last.get(id))).toEqual(ids.map(() => [empresa, false]))
    }
  })

  test('one that is removed is told as gone, and told again when it is back', async () => {
    const id = await idOf('999-4')
    await pool.query('update dispositivo set eliminado = now() where id = $1', [id])
    // What is still heard of it tells nothing.
    const gone = await readAll(1, cursor)
    expect(gone.rows.map((r) => [r.contenedor_id, r.empresa_id, r.eliminado, r.contenedor])).toEqual([
      [id, 1, true, null],
    ])
    await hear(pool, '999-4')
    expect((await readAll(1, gone.next)).rows).toEqual([])
    await pool.query('update dispositivo set eliminado = null where id = $1', [id])
    const back = await readAll(1, gone.next)
    expect(back.rows.map((r) => [r.contenedor, r.eliminado])).toEqual([['999-4', false]])
    const nobody = await pool.query(
      `insert into dispositivo (empresa_id, mac, apodo, tipo) values (1, 'EE99', '999-99', 'SmartBle') returning id`,
    )
    await pool.query('delete from dispositivo where id = $1', [nobody.rows[0].id])
    const never = await readAll(1, back.next)
    expect(never.rows.map((r) => [r.contenedor_id, r.eliminado])).toEqual([[nobody.rows[0].id, true]])
  })

  test('one that goes to another company is gone for the old one and there for the new one', async () => {
    const id = await idOf('999-5')
    const other = await readAll(2, '')
    await pool.query('update dispositivo set empresa_id = 2 where id = $1', [id])
    const tell = (rows: Row[]) => rows.map((r) => [r.contenedor_id, r.empresa_id, r.eliminado])
    expect(tell((await readAll(1, cursor)).rows)).toEqual([[id, 1, true]])
    const theirs = await readAll(2, other.next)
    expect(tell(theirs.rows)).toEqual([[id, 2, false]])
    await pool.query('update dispositivo set empresa_id = 1 where id = $1', [id])
    expect(tell((await readAll(2, theirs.next)).rows)).toEqual([[id, 2, true]])
  })

  test('what was under way at a reading comes with the next one, once', async () => {
    const [a, b] = [await pool.connect(), await pool.connect()]
    try {
      await a.query('begin')
      await hear(a, '999-6')
      await a.query(`update dispositivo set etiqueta = 'L7' where apodo = '999-7'`)
      await hear(b, '999-8')
      expect(await changed()).toEqual(['999-8'])
      await hear(b, '999-9')
      expect(await changed()).toEqual(['999-9'])
      await a.query('commit')
      expect(await changed()).toEqual(['999-6', '999-7'])
      expect(await changed()).toEqual([])
    } finally {
      a.release()
      b.release()
    }
  })

  test('while writers commit in any order nothing is missed, and nothing that did not change is told', async () => {
    const rounds = 25
    let left = 4
    /** Writes the even containers of its own ten, each `rounds` times at most, under long and short transactions. */
    const write = async (n: number, pause: number) => {
      const c = await pool.connect()
      for (let i = 0; i < rounds; i++) {
        await c.query('begin')
        for (const k of [2 * (i % 5), 2 * ((i + 2) % 5)]) {
          await c.query(
            `update dispositivo_estado set mensajes = $2 where dispositivo_id = (select id from dispositivo where apodo = $1)`,
            [`999-${10 * n + k + 1}`, i],
          )
          await c.query('update dispositivo set etiqueta = $2 where apodo = $1', [
            `999-${10 * n + k + 1}`,
            `L${i}`,
          ])
          await sleep(pause)
        }
        await c.query('commit')
      }
      c.release()
      left--
    }
    const writers = Promise.all([1, 5, 13, 29].map((pause, n) => write(n, pause)))
    const last = new Map<unknown, unknown>()
    let [told, next] = [0, cursor]
    const take = (r: { rows: Row[]; next: string }) => {
      for (const row of r.rows) last.set(row.contenedor, row.etiqueta)
      told += r.rows.length
      next = r.next
    }
    while (left) take(await readAll(1, next, 7))
    await writers
    take(await readAll(1, next, 7))
    const written = await pool.query(
      `select apodo, etiqueta from dispositivo where apodo like '999-%' and etiqueta like 'L%' and etiqueta ~ '^L\\d+$'
       and split_part(apodo, '-', 2)::int % 2 = 1`,
    )
    expect([...last.keys()].every((apodo) => Number(String(apodo).split('-')[1]) % 2 === 1)).toBe(true)
    for (const { apodo, etiqueta } of written.rows)
      expect([apodo, last.get(apodo)]).toEqual([apodo, etiqueta])
    expect(last.size).toBe(20)
    // Each commit changed two containers: none is told more often than it changed.
    expect(told).toBeLessThanOrEqual(4 * rounds * 2)
    expect((await readAll(1, next)).rows).toEqual([])
  })

  test.each(FORMATS)('%s: the changed ones alone', async (formato) => {
    await hear(pool, '999-1')
    const gone = await idOf('999-2')
    await pool.query('update dispositivo set eliminado = now() where id = $1', [gone])
    const r = await ask(1, `formato=${formato}&cursor=${cursor}`)
    expect(r.headers.get('link')).toContain('/api/datos/contenedores?')
    const file = await r.arrayBuffer()
    const text = new TextDecoder().decode(file)
    const rows: Record<string, unknown>[] =
      formato === 'parquet'
        ? await parquetReadObjects({ file })
        : formato === 'ndjson'
          ? text
              .trim()
              .split('\n')
              .map((l) => JSON.parse(l))
          : csvRows(text)
    expect(rows.map((x) => [Number(x.contenedor_id), x.contenedor || null, String(x.eliminado)])).toEqual([
      [await idOf('999-1'), '999-1', 'false'],
      [gone, null, 'true'],
    ])
    await pool.query('update dispositivo set eliminado = null where id = $1', [gone])
  })

  test('nobody reads with a cursor of another company, nor with one of another database', async () => {
    const change = (mas: object) =>
      Buffer.from(
        JSON.stringify({ ...JSON.parse(Buffer.from(cursor, 'base64url').toString()), ...mas }),
      ).toString('base64url')
    const status = async (empresa: 1 | 2, at: string) => {
      const r = await ask(empresa, `cursor=${at}`)
      return [r.status, JSON.parse(await r.text()).code]
    }
    expect(await status(2, cursor)).toEqual([400, 'entrada_no_valida'])
    expect(await status(1, change({ momento: 1 }))).toEqual([410, 'cursor_caducado'])
    // Of a database that is ahead: this one was copied back.
    expect(await status(1, change({ visto: '999999999999:999999999999:' }))).toEqual([410, 'cursor_caducado'])
  })

  test('a cursor is not good in a copy of the database, where transaction ids go on', async () => {
    const copy = await startPrueba()
    try {
      const address = `${copy.servidor.url}/api/datos/contenedores?cursor=${cursor}`
      const r = await fetch(address, { headers: { cookie: await copy.as('operario') } })
      expect([r.status, await r.text()]).toEqual([410, expect.stringContaining('"cursor_caducado"')])
    } finally {
      await copy.stop()
    }
  })
})

const csvRows = (text: string) => {
  const [head = '', ...lines] = text.trim().split('\r\n')
  const names = head.split(',')
  return lines.map((l) => Object.fromEntries(l.split(',').map((x, i) => [names[i], x])))
}
