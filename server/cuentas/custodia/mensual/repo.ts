import { sql } from 'kysely'
import type { ExtractoMensual } from '#contract/cuentas/custodia/terceros'
import type { Formato } from '#contract/exportar'
import type { Db } from '../../../platform/db/client'

const A_LA_VEZ = 200

type Setting = Pick<ExtractoMensual, 'activo' | 'correo' | 'formato'> & { empresa: number; siguiente: Date }

/** Saves who gets the statement of a partner. A mail that is switched on, or was off before, is due at `siguiente`. */
export async function saveMensual(tx: Db, tercero: number, s: Setting): Promise<void> {
  await sql`insert into extracto_envio as x (tercero_id, empresa_id, activo, correo, formato, siguiente)
    values (${tercero}, ${s.empresa}, ${s.activo}, ${s.correo}, ${s.formato}, ${s.siguiente})
    on conflict (tercero_id) do update set activo = excluded.activo, correo = excluded.correo, formato = excluded.formato,
      siguiente = case when x.activo then x.siguiente else excluded.siguiente end
    where (x.activo, x.correo, x.formato) is distinct from (excluded.activo, excluded.correo, excluded.formato)`.execute(
    tx,
  )
}

export async function removeMensual(tx: Db, tercero: number): Promise<void> {
  await sql`delete from extracto_envio where tercero_id = ${tercero}`.execute(tx)
}

export type DueExtracto = {
  tercero: number
  empresa: number
  nombre: string
  siguiente: Date
  puede: boolean
}

/** Statements that are due, locked until the transaction ends; those that another process has locked are skipped. */
export async function holdDue(tx: Db, now: Date): Promise<DueExtracto[]> {
  const { rows } = await sql<DueExtracto>`
    select t.id as tercero, t.empresa_id as empresa, t.nombre, x.siguiente, e.modo = 'completo' as puede
    from extracto_envio x join tercero t on t.id = x.tercero_id join empresa e on e.id = t.empresa_id
    where x.activo and x.siguiente <= ${now} and not exists (select from salidas_retenidas)
    order by x.siguiente, x.tercero_id limit ${A_LA_VEZ} for update of x skip locked`.execute(tx)
  return rows
}

/** Creates the delivery of a month's statement: one per month, however often this is called. */
export async function createEntrega(
  tx: Db,
  e: DueExtracto & { destino: string; mes: string; titulo: string; now: Date },
): Promise<void> {
  await sql`insert into entrega (empresa_id, canal, destino, nombre, informe, tercero_id, extracto_mes, creada, debida, siguiente)
    values (${e.empresa}, 'correo', ${e.destino}, ${e.nombre}, ${e.titulo}, ${e.tercero}, ${e.mes}, ${e.now}, ${e.now}, ${e.now})
    on conflict (tercero_id, extracto_mes) do nothing`.execute(tx)
}

export async function saveNext(tx: Db, tercero: number, next: Date): Promise<void> {
  await sql`update extracto_envio set siguiente = ${next} where tercero_id = ${tercero}`.execute(tx)
}

/** Sets the next due time of all statements that are due. */
export async function skipDue(tx: Db, now: Date, next: Date): Promise<void> {
  await sql`update extracto_envio set siguiente = ${next} where siguiente <= ${now}`.execute(tx)
}

type Destinado = {
  empresa: number
  de: string
  nombre: string
  formato: Formato
  /** Whether a user of the partner has an account. */
  entra: boolean
}

/** The partner whose statement is to be mailed; undefined: it is not wanted any more. */
export async function findDestinado(db: Db, tercero: number): Promise<Destinado | undefined> {
  const { rows } = await sql<Destinado>`
    select t.empresa_id as empresa, e.nombre as de, t.nombre, x.formato,
      exists (select from usuario u where u.tercero_id = t.id and u.activo) as entra
    from extracto_envio x join tercero t on t.id = x.tercero_id join empresa e on e.id = t.empresa_id
    where t.id = ${tercero} and x.activo and e.modo = 'completo'`.execute(db)
  return rows[0]
}
