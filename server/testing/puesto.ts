import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { createIngesta, type Ingesta } from '../oir/lecturas/pipeline/ingest'
import { createRegistry, type Registry } from '../oir/lecturas/pipeline/memory/registry'
import { createLease, type Lease } from '../oir/lecturas/pipeline/ownership/lease-manager'
import type { Options } from '../oir/lecturas/pipeline/ownership/ownership-types'
import { ALL } from '../oir/lecturas/pipeline/ownership/partition'
import type { Db } from '../platform/db/client'

/** Take a lease without asking, for as long as a test runs: the previous holder loses it, and no process takes it back. */
export async function seizePuesto(pool: pg.Pool, numero = ALL): Promise<Lease> {
  const proceso = randomUUID()
  await pool.query(
    "insert into ingesta_proceso (id, solo, visto) values ($1, true, now() + interval '1 day')",
    [proceso],
  )
  const { rows } = await pool.query(
    'update carril set proceso = $1, vez = vez + 1 where numero = $2 returning numero, vez, posicion, bitacora, mirar',
    [proceso, numero],
  )
  return createLease(pool, proceso, rows[0])
}

/** Open a pipeline on this database, with the lease of all devices. */
export async function openIngesta(
  pool: pg.Pool,
  db: Db,
  options: Options,
  registry: Registry = createRegistry(db),
): Promise<Ingesta> {
  return createIngesta(await seizePuesto(pool), { pool, db, zona: 'Europe/Madrid', registry }, options)
}
