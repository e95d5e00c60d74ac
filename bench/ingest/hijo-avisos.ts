import { notifyCambios } from '#server/avisos/avisos/facts/hechos'
import { createDb, createPool } from '#server/platform/db/client'
import { transact } from '#server/platform/db/transaccion'

/**
 * The product's steps from a fact to its notice, in a loop until the process is killed: impacts are written and committed, and people
 * notified.
 * BENCH_BASE is the database, BENCH_PRIMERA the first second that is free for impacts.
 */
const pool = createPool(JSON.parse(process.env.BENCH_BASE ?? '""'), { max: 4 })
const db = createDb(pool)
let t = Number(process.env.BENCH_PRIMERA)

async function tell(): Promise<void> {
  for (;;) await notifyCambios(db)
}

async function write(): Promise<void> {
  for (;;) {
    await transact(pool, (c) =>
      c.query(
        `insert into incidencia (empresa_id, dispositivo_id, tiempo, hasta, impactos, pico_g)
         select empresa_id, id, to_timestamp($1), to_timestamp($1), 1, 6 from dispositivo where tipo <> 'Reader' order by id limit 3`,
        [t++],
      ),
    )
    process.send?.(t)
  }
}

process.send?.(t)
await Promise.all([tell(), tell(), write()])
