import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../../testing/retorna'
import type { NewEvento } from './evento'
import { insertEventos } from './repo-write'

const ZONA = 'Europe/Madrid'

describe.runIf(inject('base').hay)('writing events', () => {
  let p: Prueba
  let pool: pg.Pool
  beforeAll(async () => {
    p = await startPrueba()
    pool = p.servidor.pool
  })
  afterAll(() => p.stop())

  const evento = (dispositivo: number, tiempo: number, mas: Partial<NewEvento> = {}): NewEvento => ({
    empresa: 1,
    dispositivo,
    lector: 7,
    tiempo,
    estado: 0,
    etiqueta: 'con "comillas", \\barra y, coma',
    bateria: 50.5,
    temperatura: null,
    valor: { nombre: 'a "b" \\ {c}\n\u2028', rssi: -60 },
    ...mas,
  })

  async function write(eventos: NewEvento[], fin = 'commit'): Promise<number> {
    const c = await pool.connect()
    try {
      await c.query('begin')
      const n = await insertEventos(c, pool, eventos, ZONA)
      await c.query(fin)
      return n
    } catch (e) {
      await c.query('rollback')
      throw e
    } finally {
      c.release()
    }
  }

  /** Compares the stored counts with those of the rows. */
  async function check(): Promise<void> {
    const estados = ['parado', 'movimiento', 'impacto']
    const { rows } = await pool.query(
      `with e as (select *, (tiempo at time zone $1)::date as dia from evento), ${[
        ['evento_cuenta', 'empresa_id, dispositivo_id, lector_id'],
        ['evento_cuenta_dia', 'empresa_id, dia, dispositivo_id'],
        ['evento_cuenta_lector', 'empresa_id, dia, lector_id'],
      ]
        .map(
          ([tabla, claves]) => `${tabla}_real as (
            select ${claves}, ${estados.map((c, k) => `count(*) filter (where estado = ${k}) as ${c}`)}, count(*) as n
            from e group by ${claves}),
          ${tabla}_mal as ((select ${claves}, ${estados}, n from ${tabla} except table ${tabla}_real)
            union all (table ${tabla}_real except select ${claves}, ${estados}, n from ${tabla}))`,
        )
        .join(', ')}
      select (select count(*) from evento_cuenta_mal) as total, (select count(*) from evento_cuenta_dia_mal) as dia,
        (select count(*) from evento_cuenta_lector_mal) as lector`,
      [ZONA],
    )
    expect(rows).toEqual([{ total: 0, dia: 0, lector: 0 }])
  }

  test('what is written reads back the same, and counts', async () => {
    const t = Date.UTC(2026, 4, 10, 12, 0, 0, 123)
    expect(await write([evento(1, t)])).toBe(1)
    const { rows } = await pool.query('select * from evento where dispositivo_id = 1')
    const { etiqueta, bateria, temperatura, valor, estado, lector: lector_id } = evento(1, t)
    expect(rows[0]).toMatchObject({
      etiqueta,
      bateria,
      temperatura,
      valor,
      estado,
      lector_id,
      tiempo: new Date(t),
    })
    await check()
  })

  test('the same events again, among new ones and among themselves, change nothing', async () => {
    const t = Date.UTC(2026, 4, 11, 12)
    const lote = Array.from({ length: 50 }, (_, i) => evento(10 + (i % 7), t + i, { estado: i % 2 ? 1 : 0 }))
    expect(await write(lote)).toBe(50)
    expect(await write(lote)).toBe(0)
    expect(await write([...lote.slice(0, 10), evento(10, t + 1000), evento(10, t + 1000)])).toBe(1)
    await check()
  })

  test('days are plant days, on both sides of midnight, of a month and of a change of the clock', async () => {
    const medianoche = [
      Date.UTC(2026, 5, 30, 22),
      Date.UTC(2026, 2, 28, 23),
      Date.UTC(2026, 2, 29, 22),
      Date.UTC(2026, 9, 24, 22),
      Date.UTC(2026, 9, 25, 23),
    ]
    const lote = medianoche.flatMap((t, i) => [-1, 0, 1].map((d) => evento(20 + (i % 2), t + d)))
    expect(await write(lote)).toBe(15)
    await check()
    const { rows } = await pool.query(
      "select dia, sum(n) as n from evento_cuenta_dia where dia in ('2026-06-30', '2026-07-01') group by 1 order by 1",
    )
    expect(rows).toEqual([
      { dia: '2026-06-30', n: '1' },
      { dia: '2026-07-01', n: '2' },
    ])
  })

  test('a month whose first batch was rolled back takes the next one', async () => {
    const t = Date.UTC(2027, 1, 3)
    await write([evento(30, t)], 'rollback')
    expect(await write([evento(30, t)])).toBe(1)
    await check()
  })

  test('a month whose partition has gone is made again at the second attempt', async () => {
    const t = Date.UTC(2027, 3, 3)
    await write([evento(31, t)])
    await write([evento(31, t + 1)])
    await pool.query('delete from evento where tiempo >= $1', [new Date(t)])
    await pool.query('drop table evento_202704')
    await expect(write([evento(31, t + 2)])).rejects.toMatchObject({ code: '23514' })
    expect(await write([evento(31, t + 2)])).toBe(1)
  })

  test('writers of the same devices at once leave exact counts', async () => {
    const t = Date.UTC(2026, 6, 1, 12)
    // The partition is created first: creating one waits for concurrent writers only until the lock timeout.
    await write([evento(39, t)])
    const lotes = Array.from({ length: 8 }, (_, k) =>
      Array.from({ length: 200 }, (_, i) => evento(40 + ((i * 7 + k) % 40), t + i * 10 + k)),
    )
    await Promise.all(lotes.map((l) => write(l)))
    // The same facts are also reported twice at the same time.
    await Promise.all([...lotes, ...lotes].map((l) => write(l)))
    const { rows } = await pool.query(
      'select sum(n) as n from evento_cuenta where dispositivo_id between 40 and 79',
    )
    expect(rows[0].n).toBe('1600')
  })

  // A cursor of changed containers knows whole transactions only (server/operacion/datos/changes).
  test('what its caller writes after an event that exists is of its transaction, not of a savepoint', async () => {
    const one = evento(40, Date.UTC(2026, 4, 5))
    await write([one])
    const c = await pool.connect()
    try {
      await c.query('begin')
      expect(await insertEventos(c, pool, [one], ZONA)).toBe(0)
      await c.query('update empresa set nombre = nombre where id = 1')
      const { rows } = await c.query(
        'select xmin::text, pg_current_xact_id()::xid::text as whole from empresa where id = 1',
      )
      expect(rows.map((r) => r.xmin)).toEqual([rows[0].whole])
    } finally {
      await c.query('rollback')
      c.release()
    }
  })
})
