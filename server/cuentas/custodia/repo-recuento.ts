import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'

type Hecho = { id: number; momento: Date; anotado: Date; dispositivo: number | null; persona: string | null }

/** Entries that came from a count, except those that were reversed. */
export async function listDeRecuento(db: Db, recuento: number): Promise<Hecho[]> {
  const { rows } = await sql<Hecho>`
    select m.id, m.momento, m.anotado, m.dispositivo_id as dispositivo, q.nombre as persona
    from movimiento m left join usuario q on q.id = m.persona_id
    where m.recuento_id = ${recuento} and not exists (select from movimiento x where x.anula = m.id) order by m.id`.execute(
    db,
  )
  return rows
}

/** Containers without names in the account of a partner at a moment, by family; families with none are left out. */
export async function listSinNombre(
  db: Db,
  tercero: number,
  momento: Date,
  /** Entries of this count are left out. */
  sin: number,
): Promise<{ familia: string; n: number }[]> {
  const ofOtros = sql`recuento_id is distinct from ${sin} and (anula is null or not exists (
    select from movimiento x where x.id = movimiento.anula and x.recuento_id = ${sin}))`
  const { rows } = await sql<{ familia: string; n: number }>`
    select familia, sum(n)::int as n from (
      select familia, cantidad as n from movimiento where a_id = ${tercero} and dispositivo_id is null and momento <= ${momento} and ${ofOtros}
      union all
      select familia, -cantidad from movimiento where de_id = ${tercero} and dispositivo_id is null and momento <= ${momento} and ${ofOtros}
    ) x group by 1 having sum(n) <> 0 order by 1`.execute(db)
  return rows
}
