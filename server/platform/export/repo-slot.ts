import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/client'

/** A slot of a killed process is free again after this long. */
const DURA = '30 seconds'
const RENUEVA_MS = 10_000

/** Slots that this process is releasing, by key: the next request waits for their release instead of being refused. */
const devueltas = new Map<string, Set<Promise<unknown>>>()

/**
 * Take a slot of those that all processes share; null: none is free. The returned function releases it, once.
 * @param clave key of the owner of the slots
 */
export async function takeSlot(db: Db, clave: string, max: number): Promise<(() => void) | null> {
  await Promise.all(devueltas.get(clave) ?? [])
  const dueno = randomUUID()
  for (let numero = 1; numero <= max; numero++) {
    const { rows } = await sql`
      insert into plaza as p (clave, numero, dueno, hasta) values (${clave}, ${numero}, ${dueno}, now() + ${DURA}::interval)
      on conflict (clave, numero) do update set dueno = excluded.dueno, hasta = excluded.hasta where p.hasta <= now()
      returning 1`.execute(db)
    if (rows.length) return holdSlot(db, clave, dueno)
  }
  return null
}

function holdSlot(db: Db, clave: string, dueno: string): () => void {
  // While the database is away the slot is not renewed, and expires as if this process had been killed.
  const clock = setInterval(() => {
    sql`update plaza set hasta = now() + ${DURA}::interval where dueno = ${dueno}`.execute(db).catch(() => {})
  }, RENUEVA_MS).unref()
  let suya = true
  return () => {
    if (!suya) return
    suya = false
    clearInterval(clock)
    const suyas = devueltas.get(clave) ?? new Set()
    devueltas.set(clave, suyas)
    const devuelta = sql`delete from plaza where dueno = ${dueno}`
      .execute(db)
      .catch(() => {})
      .finally(() => {
        suyas.delete(devuelta)
        if (!suyas.size) devueltas.delete(clave)
      })
    suyas.add(devuelta)
  }
}

/** Remove expired slots. */
export async function pruneSlots(db: Db): Promise<void> {
  await sql`delete from plaza where hasta <= now()`.execute(db)
}
