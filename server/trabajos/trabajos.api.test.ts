import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import type { NombreTrabajo } from '#contract/valores/salud'
import { createDb } from '../db/cliente'
import { transact } from '../db/transaccion'
import { type Prueba, startPrueba } from '../pruebas/retorna'
import { type Obreros, queueTrabajo, startTrabajos } from './cola'
import { TRABAJOS } from './trabajos'

const PRONTO = { timeout: 15_000, interval: 50 }

describe.runIf(inject('base').hay)('work apart', () => {
  let p: Prueba
  let pool: pg.Pool
  const abiertos: Awaited<ReturnType<typeof startTrabajos>>[] = []
  beforeAll(async () => {
    // The product itself does no work here: what is queued waits for the processes of the tests.
    p = await startPrueba()
    pool = p.servidor.pool
    await p.servidor.trabajos.stop()
  })
  afterEach(async () => {
    for (const a of abiertos.splice(0)) await a.stop()
    await pool.query('delete from trabajos.job')
  })
  afterAll(() => p.stop())

  async function startProceso(
    escuela: (datos: { n: number }) => Promise<unknown>,
    suya = pool,
    aSuHora = false,
  ) {
    const nadie = Object.fromEntries(Object.keys(TRABAJOS).map((n) => [n, async () => {}]))
    const t = await startTrabajos(suya, { ...nadie, escuela } as unknown as Obreros, () => {}, {
      miradaMs: 1000,
      aSuHora,
    })
    abiertos.push(t)
    return t
  }
  const queue = (nombre: NombreTrabajo, n: number, clave?: string) =>
    transact(pool, (c) => queueTrabajo(c, nombre, { n }, { clave }))
  const states = async () =>
    (await pool.query('select state::text, count(*)::int as n from trabajos.job group by 1')).rows

  test('is done once its transaction is committed, and never where it is undone', async () => {
    const hechos: number[] = []
    const t = await startProceso(async ({ n }) => hechos.push(n))
    await transact(pool, async (c) => {
      await queueTrabajo(c, 'escuela', { n: 1 })
      throw new Error('undone')
    }).catch(() => {})
    await createDb(pool)
      .transaction()
      .execute(async (tx) => {
        await queueTrabajo(tx, 'escuela', { n: 2 })
        t.wake('escuela')
        await sleep(200)
        expect(hechos).toEqual([])
      })
    t.wake('escuela')
    await expect.poll(() => hechos, PRONTO).toEqual([2])
  })

  test('is shared by several processes, each piece done by one', async () => {
    const hechos: string[] = []
    const a = await startProceso(async ({ n }) => hechos.push(`a${n}`))
    const b = await startProceso(async ({ n }) => hechos.push(`b${n}`))
    for (let n = 0; n < 20; n++) await queue('escuela', n, `clave ${n}`)
    await expect
      .poll(async () => {
        a.wake('escuela')
        b.wake('escuela')
        return hechos.length
      }, PRONTO)
      .toBe(20)
    expect(new Set(hechos.map((h) => h.slice(1))).size).toBe(20)
    expect(new Set(hechos.map((h) => h[0]))).toEqual(new Set(['a', 'b']))
  })

  test('of one key waits once, and one of it is under way', async () => {
    for (let n = 0; n < 5; n++) await queue('escuela', n, 'la misma')
    expect(await states()).toEqual([{ state: 'created', n: 1 }])
  })

  test('that fails is tried again', async () => {
    let veces = 0
    const t = await startProceso(async () => {
      veces++
      if (veces === 1) throw new Error('not yet')
    })
    await queue('escuela', 1)
    t.wake('escuela')
    await expect.poll(states, PRONTO).toEqual([{ state: 'retry', n: 1 }])
    await pool.query('update trabajos.job set start_after = now()')
    t.wake('escuela')
    await expect.poll(states, PRONTO).toEqual([{ state: 'completed', n: 1 }])
    expect(veces).toBe(2)
  })

  test('of a process that was killed is done by another', async () => {
    await queue('escuela', 7)
    // As a process leaves it that began and is no more: it has had all the time that it may take.
    await pool.query(
      "update trabajos.job set state = 'active', started_on = now() - expire_in - interval '1 second'",
    )
    const hechos: number[] = []
    await startProceso(async ({ n }) => hechos.push(n))
    // What is overdue is looked for now and then, and tried again after a wait.
    await expect.poll(states, PRONTO).toEqual([{ state: 'retry', n: 1 }])
    await pool.query('update trabajos.job set start_after = now()')
    abiertos[0]?.wake('escuela')
    await expect.poll(() => hechos, PRONTO).toEqual([7])
  })

  test('is asked for by itself, by one of several processes', async () => {
    for (let n = 0; n < 2; n++) await startProceso(async () => {}, pool, true)
    const veces = async () => {
      const { rows } = await pool.query(
        `select count(*)::int as n from trabajos.job where name = 'vistas' and state = 'completed' group by singleton_on`,
      )
      return rows.map((f) => f.n)
    }
    await expect.poll(async () => (await veces()).length, PRONTO).toBeGreaterThan(0)
    await sleep(3000)
    expect(new Set(await veces())).toEqual(new Set([1]))
  })

  test('that outlasts the stop ends no process: what nobody has caught fails this test', async () => {
    let cerrada = false
    const query = (texto: string, valores: unknown[]) =>
      cerrada ? Promise.reject(new Error('the pool has ended')) : pool.query(texto, valores)
    let empezado = false
    let end = () => {}
    const t = await startProceso(
      () =>
        new Promise<void>((resolve) => {
          empezado = true
          end = resolve
        }),
      { query } as unknown as pg.Pool,
    )
    await queue('escuela', 1)
    t.wake('escuela')
    await expect.poll(() => empezado, PRONTO).toBe(true)
    await t.stop()
    cerrada = true
    end()
    await sleep(200)
    expect(await states()).toEqual([{ state: 'retry', n: 1 }])
  }, 20_000)
})
