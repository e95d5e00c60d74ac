import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'
import { prepare } from '../../platform/db/queries/prepared'

/** A counter, the most attempts while it is valid, and for how long it is from its first one. */
export type Quota = { clave: string; max: number; ventanaMs: number }

/** The most counters kept: attempts under ever new names cannot fill the table beyond this. */
const MAX_CLAVES = 200_000

/** All keys have the same length, whatever was typed. */
const hashOf = (clave: string) => createHash('sha256').update(clave).digest('base64url')

const countVez = prepare(
  'freno',
  () => sql<{ clave: string; veces: number; quedan: number }>`
    insert into freno as f (clave, veces, maximo, hasta)
      select c, 1, m, now() + v * interval '1 ms'
      from unnest(${[]}::text[], ${[]}::int[], ${[]}::float8[]) t (c, m, v) order by c
    on conflict (clave) do update set
      veces = case when f.hasta <= now() then 1 else f.veces + 1 end,
      hasta = case when f.hasta <= now() then excluded.hasta else f.hasta end,
      maximo = excluded.maximo
    where f.hasta <= now() or f.veces < excluded.maximo
    returning clave, veces, (extract(epoch from hasta - now()) * 1000)::float8 as quedan`,
)

/**
 * Counts one more attempt on each counter, or on none if one of them is used up. Of two concurrent calls each sees the other's attempts.
 * @returns attempts on the last counter, and the ms until it expires; `libre`: they were counted
 */
export async function takeVez(
  db: Db,
  quotas: readonly Quota[],
): Promise<{ libre: boolean; veces: number; quedanMs: number }> {
  const claves = quotas.map((c) => hashOf(c.clave))
  const maximos = quotas.map((c) => c.max)
  const tomadas = await countVez(db, [claves, maximos, quotas.map((c) => c.ventanaMs)])
  const last = tomadas.find((t) => t.clave === claves.at(-1))
  if (tomadas.length === claves.length && last)
    return { libre: true, veces: last.veces, quedanMs: last.quedan }
  const llenas = claves.filter((c) => !tomadas.some((t) => t.clave === c))
  await giveVez(
    db,
    tomadas.map((t) => t.clave),
  )
  const { rows } = await sql<{ quedan: number | null }>`
    select (extract(epoch from max(hasta) - now()) * 1000)::float8 as quedan from freno where clave = any(${llenas})`.execute(
    db,
  )
  return { libre: false, veces: Math.max(...maximos) + 1, quedanMs: Math.max(rows[0]?.quedan ?? 0, 1) }
}

async function giveVez(db: Db, claves: string[]): Promise<void> {
  if (claves.length)
    await sql`update freno set veces = greatest(veces - 1, 0) where clave = any(${claves})`.execute(db)
}

/** Takes back one counted attempt, which was correct. */
export const returnVez = (db: Db, claves: string[]): Promise<void> => giveVez(db, claves.map(hashOf))

/** Resets a counter. */
export async function forgetVeces(db: Db, clave: string): Promise<void> {
  await sql`delete from freno where clave = ${hashOf(clave)}`.execute(db)
}

/** Deletes expired counters, and the oldest if there are too many. */
export async function pruneRateLimits(db: Db): Promise<void> {
  await sql`delete from freno where hasta <= greatest(now(),
    (select hasta from freno order by hasta desc offset ${MAX_CLAVES} limit 1))`.execute(db)
}
