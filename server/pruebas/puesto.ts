import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Db } from '../db/cliente'
import { TODOS } from '../lecturas/canal/carril'
import { createPuesto, type Puesto } from '../lecturas/canal/custodia'
import { createIngesta, type Ingesta } from '../lecturas/canal/ingesta'
import type { Opciones } from '../lecturas/canal/lugar'
import { createPadron, type Padron } from '../lecturas/canal/padron'

/** Custody without asking, for as long as a test runs: whoever had it loses it, and nobody takes it back. */
export async function seizePuesto(pool: pg.Pool, numero = TODOS): Promise<Puesto> {
  const proceso = randomUUID()
  await pool.query(
    "insert into ingesta_proceso (id, solo, visto) values ($1, true, now() + interval '1 day')",
    [proceso],
  )
  const { rows } = await pool.query(
    'update carril set proceso = $1, vez = vez + 1 where numero = $2 returning numero, vez, posicion, bitacora, mirar',
    [proceso, numero],
  )
  return createPuesto(pool, proceso, rows[0])
}

/** A pipeline of its own on this database, with custody of all devices. */
export async function openIngesta(
  pool: pg.Pool,
  db: Db,
  opciones: Opciones,
  padron: Padron = createPadron(db),
): Promise<Ingesta> {
  return createIngesta(await seizePuesto(pool), { pool, db, zona: 'Europe/Madrid', padron }, opciones)
}
