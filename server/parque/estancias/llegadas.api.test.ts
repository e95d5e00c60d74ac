import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createRandom } from '../../../demo/random'
import { createDb } from '../../platform/db/client'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { estanciasPorLugar, llegadasPorLugar } from './repo'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

describe.runIf(inject('base').hay)('arrivals of a period', () => {
  let p: Prueba
  const now = Date.now()
  const SALIDA_MIN = 20

  beforeAll(async () => {
    p = await startPrueba()
    const { pool } = p.servidor
    for (const n of [1, 2, 3, 4]) await p.register(`C300000BE00${n}`, 'Reader', `LEC-BE${n}`)
    // Two readers stand in one place, one in another, one at no known place.
    for (const [lugar, readers] of [
      ['Muelle', ['C300000BE001', 'C300000BE002']],
      ['Horno', ['C300000BE003']],
    ])
      await pool.query(
        `with u as (insert into ubicacion (empresa_id, nombre) values (1, $1) returning id)
         update dispositivo set ubicacion_id = (select id from u) where mac = any($2)`,
        [lugar, readers],
      )
    for (let i = 0; i < 12; i++) await p.register(`AC233FBE00${10 + i}`, 'SmartBle', `777-${i}`)
    const { rows } = await pool.query<{ id: number; tipo: string }>(
      "select id, tipo from dispositivo where mac like 'C300000BE%' or mac like 'AC233FBE%' order by id",
    )
    const readers = rows.filter((r) => r.tipo === 'Reader').map((r) => r.id)
    const random = createRandom(11).next
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
    // Gaps around the one that ends a stay, to the millisecond; stays across all limits of the period.
    const gaps = [0, 1, SALIDA_MIN - 1, SALIDA_MIN, SALIDA_MIN, SALIDA_MIN + 1, 600]
    for (const { id } of rows.filter((r) => r.tipo !== 'Reader'))
      for (let t = now - 6 * DAY_MS + Math.floor(random() * 60) * MINUTE_MS; t < now - DAY_MS / 8; ) {
        const hasta = t + Math.ceil(random() * 300) * MINUTE_MS
        await pool.query(
          `insert into estancia (empresa_id, dispositivo_id, lector_id, desde, hasta, silencio) values (1, $1, $2, $3, $4, $5)`,
          [id, pick(readers), new Date(t), new Date(hasta), random() < 0.1],
        )
        t = hasta + pick(gaps) * MINUTE_MS
      }
    await pool.query(
      `update dispositivo_estado s set lector_id = $1, lector_desde = now() - interval '50 minutes' where dispositivo_id = any($2)`,
      [readers[0], rows.map((r) => r.id)],
    )
    // Moving a reader ends the open stays there.
    await pool.query(
      "update lector_lugar set hasta = now() - interval '2 days' where lector_id = $1 and hasta is null",
      [readers[2]],
    )
    await pool.query(
      `insert into lector_lugar (lector_id, desde, ubicacion_id)
       select $1, now() - interval '2 days', id from ubicacion where nombre = 'Muelle'`,
      [readers[2]],
    )
  })
  afterAll(() => p.stop())

  test('are as many as stays joined over two months begin in it', async () => {
    const db = createDb(p.servidor.pool)
    const flota = sql`flota as (select id, empresa_id from dispositivo where tipo <> 'Reader')`
    let all = 0
    for (let i = 0; i < 60; i++) {
      const desde = new Date(now - DAY_MS / 10 - (i * DAY_MS) / 10)
      const period = { desde, hasta: new Date(desde.getTime() + ((i % 5) + 1) * DAY_MS * 0.7) }
      const count = async (rows: ReturnType<typeof sql>) =>
        (await sql<{ lugar: string; n: number }>`with ${flota}, ${rows} group by 1 order by 1`.execute(db))
          .rows
      const plain =
        await count(sql`${estanciasPorLugar(period)} select lugar, count(*)::int as n from estancias
        where desde >= ${period.desde} and lugar <> 'Sin ubicación'`)
      expect(
        await count(sql`${llegadasPorLugar(period)} select lugar, count(*)::int as n from llegan`),
      ).toEqual(plain)
      all += plain.reduce((n, r) => n + r.n, 0)
    }
    expect(all).toBeGreaterThan(1000)
  })
})
