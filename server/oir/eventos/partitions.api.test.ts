import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { transact } from '../../platform/db/transaccion'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { preparePartitions } from './repo-partitions'
import { insertEventos } from './repo-write'

const ZONA = 'Europe/Madrid'
const MONTH_MS = 31 * 86_400_000

describe.runIf(inject('base').hay)('a month of events that has no partition yet', () => {
  let p: Prueba
  let pool: pg.Pool
  beforeAll(async () => {
    p = await startPrueba()
    pool = p.servidor.pool
  })
  afterAll(() => p.stop())

  const write = (tiempo: number) => {
    const empty = { etiqueta: null, bateria: null, temperatura: null, valor: {} }
    const evento = { empresa: 1, dispositivo: 7, lector: 0, tiempo, estado: 0 as const, ...empty }
    return transact(pool, (c) => insertEventos(c, pool, [evento], ZONA))
  }
  /** Keeps what `texto` locks locked while `hacer` runs. */
  async function during(text: string, work: () => Promise<void>): Promise<void> {
    const c = await pool.connect()
    try {
      await c.query(`begin; ${text}`)
      await work()
    } finally {
      await c.query('rollback')
      c.release()
    }
  }
  const partitions = async () =>
    (await pool.query("select count(*)::int as n from pg_inherits where inhparent = 'evento'::regclass"))
      .rows[0].n

  test('is made while somebody reads events for long, as an export does', async () => {
    const before = await partitions()
    await during('declare filas cursor for select * from evento; fetch 1 from filas', async () => {
      expect(await write(Date.now() - 3 * MONTH_MS)).toBe(1)
      expect(await write(Date.now())).toBe(1)
    })
    expect(await partitions()).toBe(before + 1)
    const { rows } = await pool.query(
      "select count(*)::int as n from pg_indexes where tablename in (select relname from pg_class where relname ~ '^evento_\\d{6}$') group by tablename",
    )
    // The new partition has the same indexes as the others.
    expect(new Set(rows.map((r) => r.n)).size).toBe(1)
  })

  test('is not waited for behind a change of the table, and events of other months go on', async () => {
    await during('lock table evento in share update exclusive mode', async () => {
      const tarde = write(Date.now() - 5 * MONTH_MS)
      expect(await write(Date.now() - 1)).toBe(1)
      await expect(tarde).rejects.toMatchObject({ code: '55P03' })
    })
    expect(await write(Date.now() - 5 * MONTH_MS)).toBe(1)
  })

  test('is made ahead of need, or it is said that it could not be', async () => {
    const now = new Date()
    const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
    const nombre = `evento_${next.toISOString().slice(0, 7).replace('-', '')}`
    await pool.query(`drop table ${nombre}`)
    await during('lock table evento in share update exclusive mode', () =>
      expect(preparePartitions(pool)).rejects.toMatchObject({ code: '55P03' }),
    )
    await preparePartitions(pool)
    expect((await pool.query('select to_regclass($1)::text as n', [nombre])).rows[0].n).toBe(nombre)
  })
})
