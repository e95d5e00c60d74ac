import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { NewEvento } from '../../oir/eventos/evento'
import { insertEventos } from '../../oir/eventos/repo-write'
import { transact } from '../../platform/db/transaccion'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { pruneEventos } from './retencion'

const ZONA = 'Europe/Madrid'

describe.runIf(inject('base').hay)('retention', () => {
  let p: Prueba
  let pool: pg.Pool
  beforeAll(async () => {
    p = await startPrueba()
    pool = p.servidor.pool
  })
  afterAll(() => p.stop())

  const write = (times: number[]) => {
    const eventos = times.map((tiempo, i): NewEvento => {
      const [empresa, lector, estado] = [1 + (i % 2), i % 3, (i % 3) as 0 | 1 | 2]
      const empty = { etiqueta: null, bateria: null, temperatura: null, valor: {} }
      return { empresa, dispositivo: 100 + (i % 5) * 2 + (i % 2), lector, tiempo, estado, ...empty }
    })
    return transact(pool, (c) => insertEventos(c, pool, eventos, ZONA))
  }

  /** Differences between the stored counts and those of the rows. */
  async function errores() {
    const estados = ['parado', 'movimiento', 'impacto']
    const tablas = {
      evento_cuenta: 'empresa_id, dispositivo_id, lector_id',
      evento_cuenta_dia: 'empresa_id, dia, dispositivo_id',
      evento_cuenta_lector: 'empresa_id, dia, lector_id',
    }
    const reales = estados.map((e, k) => `count(*) filter (where estado = ${k}) as ${e}`)
    const mal = Object.entries(tablas).map(
      ([t, clave]) => `(select count(*) from (
        (select ${clave}, ${estados} from ${t} except all select ${clave}, ${reales} from e group by ${clave})
        union all (select ${clave}, ${reales} from e group by ${clave} except all select ${clave}, ${estados} from ${t})) x)`,
    )
    const { rows } = await pool.query(
      `with e as (select *, (tiempo at time zone $1)::date as dia from evento) select ${mal.join(' + ')} as n`,
      [ZONA],
    )
    return rows[0].n
  }

  const months = async () =>
    (
      await pool.query(
        "select distinct to_char(tiempo at time zone 'utc', 'YYYYMM') as m from evento order by 1",
      )
    ).rows.map((r) => r.m)
  const month = (atras: number, ms = 0) => {
    const d = new Date()
    return Date.UTC(d.getUTCFullYear(), d.getUTCMonth() - atras, 1) + ms
  }
  const nombre = (atras: number) => new Date(month(atras)).toISOString().slice(0, 7).replace('-', '')

  test('whole months go with their counts, also where a plant day belongs to two', async () => {
    const times = [0, 1, 2, 3, 4].flatMap((m) =>
      Array.from({ length: 60 }, (_, i) => month(m, m === 0 ? i : i * 40 * 60_000 - 0)),
    )
    // The last hour of a month in UTC is in the first local day of the next month.
    await write([...times, ...Array.from({ length: 30 }, (_, i) => month(2) - 1 - i * 1000)])
    expect(await errores()).toBe(0)
    expect(await pruneEventos(pool, 2, ZONA)).toEqual([`evento_${nombre(4)}`, `evento_${nombre(3)}`])
    expect(await months()).toEqual([nombre(2), nombre(1), nombre(0)])
    expect(await errores()).toBe(0)
    const total = await p.call<{ total: number }>('GET', '/api/get_table_data', {
      cookie: await p.as('admin'),
    })
    expect(total.body.total).toBe(180)
    expect(await pruneEventos(pool, 2, ZONA)).toEqual([])
  })

  test('while events are written, and what comes late for a month that went', async () => {
    await write(Array.from({ length: 500 }, (_, i) => month(5, i * 1000)))
    let fin = false
    const escritor = (async () => {
      for (let i = 0; !fin; i++) await write(Array.from({ length: 50 }, (_, k) => Date.now() - i * 100 - k))
    })()
    await sleep(50)
    const idas = await pruneEventos(pool, 3, ZONA).finally(() => {
      fin = true
    })
    await escritor
    expect(idas).toEqual([`evento_${nombre(5)}`])
    expect(await errores()).toBe(0)
    const tarde = () => write([month(5, 5)])
    await tarde().catch(tarde)
    expect(await errores()).toBe(0)
    await pruneEventos(pool, 3, ZONA)
    expect(await errores()).toBe(0)
  })

  test('a long reader is not waited for, nor made to wait', async () => {
    await write([month(6, 1)])
    const lector = await pool.connect()
    await lector.query('begin; select count(*) from evento')
    await expect(pruneEventos(pool, 3, ZONA)).rejects.toMatchObject({ code: '55P03' })
    await lector.query('rollback')
    lector.release()
    expect(await errores()).toBe(0)
    expect(await pruneEventos(pool, 3, ZONA)).toEqual([`evento_${nombre(6)}`])
  })
})
