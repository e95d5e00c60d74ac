import { sql } from 'kysely'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { createBases } from '../../../testing/databases/bases'
import { createDb, createPool } from '../client'
import { prepare } from './prepared'

describe.runIf(inject('base').hay)('a prepared query', () => {
  const bases = createBases(inject('base'))
  afterAll(() => bases.drop())

  test('is parsed once a connection, runs with the values of each call, and sees a table that was made anew', async () => {
    const pool = createPool((await bases.create()).url, { max: 1 })
    const db = createDb(pool)
    const find = prepare('prueba', () => sql<{ n: number }>`select n + ${0}::int as n from cuenta`)
    await pool.query('create table cuenta as select 1 as n')
    for (const i of [1, 2, 3]) expect(await find(db, [i])).toEqual([{ n: 1 + i }])
    expect(await db.transaction().execute((tx) => find(tx, [4]))).toEqual([{ n: 5 }])
    const kept = await pool.query(
      "select generic_plans + custom_plans as runs from pg_prepared_statements where name = 'prueba'",
    )
    expect(kept.rows).toEqual([{ runs: 4 }])
    await pool.query('drop table cuenta; create table cuenta as select 10 as n')
    expect(await find(db, [5])).toEqual([{ n: 15 }])
    await pool.end()
  })
})
