import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { readTogether, walkQuery } from './cursor'

describe.runIf(inject('base').hay)('rows of a cursor', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  test('a reader who never comes back is let go by the database', async () => {
    const limite = async (foto: typeof p.servidor.db) => {
      const { rows } = await sql<{ s: number }>`select extract(epoch from
        current_setting('idle_in_transaction_session_timeout')::interval) as s`.execute(foto)
      return sql<{ s: number }>`select ${rows[0]?.s}::float8 as s`
    }
    const filas = walkQuery(p.servidor.db, limite, (f) => f.s)
    const { value } = await filas.next()
    await filas.return(undefined)
    expect(value?.[0]).toBeGreaterThan(60)
    expect(value?.[0]).toBeLessThan(300)
  })

  test('a list and its sum are of one moment, whatever is written between them', async () => {
    const { db, pool } = p.servidor
    await pool.query('create table apunte as select n from generate_series(1, 1500) n')
    const write = () => pool.query('insert into apunte values (1000000)')
    const ROWS = sql<{ n: number }>`select n from apunte`
    const sumOf = async (where: typeof db) =>
      (await sql<{ n: number }>`select sum(n)::int as n from apunte`.execute(where)).rows[0]?.n
    const page = await readTogether(db, async (snapshot) => {
      const { rows } = await ROWS.execute(snapshot)
      await write()
      return { sum: await sumOf(snapshot), total: rows.reduce((total, r) => total + r.n, 0) }
    })
    expect(page.sum).toBe(page.total)
    await pool.query('drop table apunte')
  })

  test('a connection that breaks under the rows is given back', async () => {
    const { db, pool } = p.servidor
    for (let i = 0; i < 15; i++) {
      const filas = walkQuery(
        db,
        async () => sql<{ pid: number }>`select pg_backend_pid() as pid from generate_series(1, 1500)`,
        (f) => f.pid,
      )
      const { value } = await filas.next()
      await pool.query('select pg_terminate_backend($1)', [value?.[0]])
      const gone = 'select 1 from pg_stat_activity where pid = $1'
      await expect.poll(async () => (await pool.query(gone, [value?.[0]])).rowCount).toBe(0)
      await expect(
        (async () => {
          for (;;) if ((await filas.next()).done) return
        })(),
      ).rejects.toThrow()
      // The pool notices the broken connection a moment later, or at its next use.
      const answers = () =>
        pool.query('select 1').then(
          () => true,
          () => false,
        )
      await expect.poll(answers).toBe(true)
    }
    expect((await pool.query('select 1')).rowCount).toBe(1)
    expect(pool.waitingCount).toBe(0)
  })
})
