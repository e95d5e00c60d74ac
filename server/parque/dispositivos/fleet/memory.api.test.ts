import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Schema } from '../../../platform/db/schema'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { listConjuntos } from '../service'
import { createFleet } from './fleet'

describe.runIf(inject('base').hay)('the fleet in memory', () => {
  let p: Prueba
  const sql = (text: string, values: unknown[] = []) => p.servidor.pool.query(text, values)
  const id = async (apodo: string) =>
    (await sql('select id from dispositivo where apodo = $1', [apodo])).rows[0].id as number

  beforeAll(async () => {
    p = await startPrueba()
    await p.register('C30000000001', 'Reader', 'LEC-1', { lat: 42.84, lon: -2.67 })
    for (let i = 1; i <= 5; i++) await p.register(`AC233F0000${10 + i}`, 'SmartBle', `20014-${i}`)
    await sql(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, lat, lon)
       select id, 1, now(), now(), 40, id from dispositivo where tipo <> 'Reader'`,
    )
  })
  afterAll(() => p.stop())

  /** The fleet of a process, with how many queries it has made since it was asked last, and whether the database is away. */
  function createCounted(flush: () => Promise<void>, sweepMs?: number) {
    const state = { away: false, queries: 0 }
    const connect = async () => {
      if (state.away) throw new Error('the database is away')
      return p.servidor.pool.connect()
    }
    const db = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: { connect, end: async () => {} } as never }),
      log: () => {
        state.queries++
      },
    })
    const takeQueries = () => {
      const n = state.queries
      state.queries = 0
      return n
    }
    return { fleet: createFleet(db, flush, sweepMs), state, takeQueries }
  }
  const located = async (fleet: ReturnType<typeof createFleet>) => {
    const { table, order } = await fleet.list()
    return [...order].map((row) => table.apodos[row])
  }

  test('is not read anew because notifications take long to arrive, nor because a read of changes failed', async () => {
    let late = false
    const { fleet, state, takeQueries } = createCounted(async () => {
      if (late) await sleep(2_200)
    })
    try {
      await fleet.load()
      const whole = takeQueries()
      await fleet.list()
      expect(takeQueries()).toBe(0)
      late = true
      await fleet.list()
      // Whether the database answers at all.
      expect(takeQueries()).toBe(1)
      late = false
      await sql("update dispositivo set apodo = '20014-44' where apodo = '20014-4'")
      fleet.changed(`1:${await id('20014-44')}`)
      state.away = true
      await expect(fleet.list()).rejects.toThrow('the database is away')
      state.away = false
      expect(await located(fleet)).toContain('20014-44')
      expect(await located(fleet)).not.toContain('20014-4')
      // The device, and the order of nicknames.
      expect(takeQueries()).toBe(2)
      expect(whole).toBeGreaterThan(2)
    } finally {
      await sql("update dispositivo set apodo = '20014-4' where apodo = '20014-44'")
      fleet.stop()
    }
  })

  test('what was forgotten is read again before anybody asks', async () => {
    const { fleet, state } = createCounted(async () => {}, 400)
    try {
      await fleet.load()
      await sql("update dispositivo set activado = not activado where apodo = '20014-5'")
      fleet.changed(`1:${await id('20014-5')}`)
      fleet.forget()
      await vi.waitFor(async () => {
        // Whoever asks now gets what was read before.
        state.away = true
        await fleet.list().finally(() => {
          state.away = false
        })
      }, 5000)
      const claveOf = (c: object) => JSON.stringify(Object.entries(c).toSorted())
      const base = await listConjuntos(p.servidor.db, null)
      expect((await fleet.count(null)).map(claveOf).toSorted()).toEqual(base.map(claveOf).toSorted())
    } finally {
      await sql("update dispositivo set activado = not activado where apodo = '20014-5'")
      fleet.stop()
    }
  })
})
