import { sql } from 'kysely'
import type { ClaseMovimiento } from '#contract/cuentas/custodia/values'
import type { Db } from '../../../platform/db/client'

/** An entry that a user asks to undo. */
export type Pedido = {
  id: number
  empresa: number
  clase: ClaseMovimiento
  /** Null: derived from readings, or the account no longer exists. */
  persona: number | null
  recuento: number | null
  /** Seconds since it was entered. */
  haceS: number
}

/** An entry that was made in one go with the requested one. */
export type Junto = {
  id: number
  momento: Date
  dispositivo: number | null
  anulado: boolean
  /** A user has said something about it. */
  dicho: boolean
}

/** @param empresa null: of any company */
export async function findPedido(db: Db, id: number, empresa: number | null): Promise<Pedido | undefined> {
  const { rows } = await sql<Pedido>`
    select id, empresa_id as empresa, clase, persona_id as persona, recuento_id as recuento,
      extract(epoch from clock_timestamp() - anotado)::float8 as "haceS"
    from movimiento where id = ${id} and (${empresa}::int is null or empresa_id = ${empresa})`.execute(db)
  return rows[0]
}

/**
 * The entries that the user made in one go with this one, itself included: those of one transaction, whose entries all have its time as
 * `anotado`. Entries that the readings added in that transaction have no user.
 */
export async function listJuntos(db: Db, id: number): Promise<Junto[]> {
  const { rows } = await sql<Junto>`
    select m.id, m.momento, m.dispositivo_id as dispositivo, exists (select from movimiento x where x.anula = m.id) as anulado,
      exists (select from movimiento_dicho d where d.movimiento_id = m.id) as dicho
    from movimiento p join movimiento m on m.empresa_id = p.empresa_id and m.persona_id = p.persona_id and m.anotado = p.anotado
    where p.id = ${id} and m.clase <> 'anulada' order by m.id`.execute(db)
  return rows
}
