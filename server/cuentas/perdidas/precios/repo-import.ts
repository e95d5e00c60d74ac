import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client'

/** familia '': all families without a price of their own. */
export type PrecioDe = { familia: string; desde: string; centimos: number }

/** Those of these families that have containers in the company. */
export async function listFamiliasOf(db: Db, empresa: number, familias: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ familia: string }>`
    select distinct familia from dispositivo
    where empresa_id = ${empresa} and tipo <> 'Reader' and eliminado is null and familia = any(${familias}::text[])`.execute(
    db,
  )
  return new Set(rows.map((r) => r.familia))
}

/** For each of these families, the price added for exactly that day, in the same order; null: none. */
export async function listPreciosAt(
  db: Db,
  empresa: number,
  precios: readonly PrecioDe[],
): Promise<(number | null)[]> {
  const { rows } = await sql<{ centimos: number | null }>`
    select (
      select f.centimos from familia_precio f
      where f.empresa_id = ${empresa} and f.familia = x.familia and f.desde = x.desde order by f.id desc limit 1
    ) as centimos
    from unnest(${precios.map((p) => p.familia)}::text[], ${precios.map((p) => p.desde)}::date[]) with ordinality as x (familia, desde, n)
    order by x.n`.execute(db)
  return rows.map((r) => r.centimos)
}

export async function addPrecios(
  tx: Db,
  empresa: number,
  persona: number,
  precios: readonly PrecioDe[],
): Promise<void> {
  await sql`insert into familia_precio (empresa_id, familia, desde, centimos, persona_id)
    select ${empresa}, x.familia, x.desde, x.centimos, ${persona}
    from unnest(${precios.map((p) => p.familia)}::text[], ${precios.map((p) => p.desde)}::date[], ${precios.map((p) => p.centimos)}::int[])
      as x (familia, desde, centimos)`.execute(tx)
}
