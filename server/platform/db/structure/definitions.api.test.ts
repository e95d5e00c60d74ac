import pg from 'pg'
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { createBases } from '../../../testing/databases/bases'
import { migrate } from '../migrate'
import { applyDefinitions, parseDefinitions, readDefinitions } from './definitions'

const VIEWS = `create view suma as select a + b as s from cosa;
create view doble as select s * 2 as d from suma;
create view aparte as select a from cosa;
`
const FUNCTIONS = `create or replace function uno() returns int language sql as $$ select 1 $$;
`
const of = (views: string, functions = FUNCTIONS) => [
  ...parseDefinitions('function', functions),
  ...parseDefinitions('view', views),
]

describe.runIf(inject('base').hay)('functions and views', () => {
  const bases = createBases(inject('base'))
  let pool: pg.Pool
  let url: string
  beforeEach(async () => {
    const base = await bases.create()
    pool = base.pool
    url = base.url
    await pool.query('create table cosa (a int, b int); insert into cosa values (1, 2)')
  })
  afterAll(() => bases.drop())

  async function apply(all: ReturnType<typeof of>, version: number): Promise<void> {
    const c = await pool.connect()
    try {
      await c.query('begin')
      await applyDefinitions(c, all, version)
      await c.query('commit')
    } finally {
      await c.query('rollback')
      c.release()
    }
  }
  const ask = async (text: string) => (await pool.query(text)).rows[0]
  const oidOf = async (view: string) => (await ask(`select '${view}'::regclass::oid as oid`)).oid
  const FIRST = of(VIEWS)
  const LATER = of(VIEWS.replace('a + b as s', 'a - b as s, a'), FUNCTIONS.replace('select 1', 'select 2'))

  test('what changed is made anew with what reads it; all else stays', async () => {
    await apply(FIRST, 1)
    // A view made by somebody else, which is in none of our files.
    await pool.query('create view ajena as select d + 1 as n from doble')
    const aparte = await oidOf('aparte')
    await apply(LATER, 2)
    expect(
      await ask('select d, (select s from suma) as s, (select n from ajena) as n, uno() from doble'),
    ).toEqual({
      d: -2,
      s: -1,
      n: -1,
      uno: 2,
    })
    expect(await oidOf('aparte')).toBe(aparte)
    const suma = await oidOf('suma')
    await apply(LATER, 2)
    expect(await oidOf('suma')).toBe(suma)
  })

  test('a process of before that starts meanwhile leaves those of the later version; a way back by a new version is one forward', async () => {
    await apply(FIRST, 1)
    await apply(LATER, 2)
    await apply(FIRST, 1)
    expect(await ask('select uno()')).toEqual({ uno: 2 })
    await apply(FIRST, 3)
    expect(await ask('select uno(), (select s from suma) as s')).toEqual({ uno: 1, s: 3 })
    // A program of the version in between does not change it back.
    await apply(LATER, 2)
    expect(await ask('select uno()')).toEqual({ uno: 1 })
  })

  test('a version that the database was never of leaves those of a later one too', async () => {
    await apply(LATER, 2)
    await apply(FIRST, 1)
    expect(await ask('select uno()')).toEqual({ uno: 2 })
  })

  test('what cannot be made leaves all as it was', async () => {
    await apply(FIRST, 1)
    await expect(apply(of(VIEWS.replace('a + b', 'c')), 1)).rejects.toThrow('does not exist')
    expect(await ask('select d from doble')).toEqual({ d: 6 })
  })

  test('views change while a process of before reads them: none of its questions fails, and none waits for more than one change', async () => {
    await migrate(pool)
    await pool.query("insert into empresa (id, nombre) values (1, 'Una')")
    await pool.query("insert into dispositivo (empresa_id, mac, tipo) values (1, 'AC233F000001', 'SmartBle')")
    let fin = false
    let worst = 0
    let asked = 0
    const reader = async () => {
      // A named statement, as pg prepares it: its plan outlives the view that it was made for.
      const c = new pg.Client({ connectionString: url })
      await c.connect()
      try {
        while (!fin) {
          const before = performance.now()
          const { rows } = await c.query({
            name: 'actual',
            text: 'select mac, posible_estado from dispositivo_actual',
          })
          worst = Math.max(worst, performance.now() - before)
          asked++
          expect(rows).toEqual([{ mac: 'AC233F000001', posible_estado: 'Sin registro' }])
        }
      } finally {
        await c.end()
      }
    }
    const readers = Promise.all([reader(), reader(), reader()])
    const now = readDefinitions()
    const start = performance.now()
    for (let n = 1; n <= 5; n++) {
      const anew = now.map((d) =>
        d.name === 'dispositivo_todo'
          ? { ...d, sql: d.sql.replace('d.eliminado', `d.eliminado, ${n} as otra`), hash: `${n}` }
          : d,
      )
      await migrate(pool, { definitions: anew })
      expect((await pool.query('select otra from dispositivo_todo')).rows).toEqual([{ otra: n }])
    }
    const took = performance.now() - start
    fin = true
    await readers
    expect(asked).toBeGreaterThan(20)
    // A change holds the view for a part of the time it takes.
    expect(worst).toBeLessThan(took / 2)
  })
})
