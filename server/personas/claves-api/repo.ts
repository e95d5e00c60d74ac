import { sql } from 'kysely'
import type { Ambito } from '#contract/personas/claves-api/values'
import type { Db } from '../../platform/db/client'
import { lockEmpresa } from '../../platform/db/queries/empresa'

export type ClaveRow = {
  id: number
  empresa: number
  nombre: string
  prefijo: string
  titular: string
  ambitos: Ambito[]
  por_minuto: number
  creada: Date
  caduca: Date
  usada: Date | null
  direccion: string | null
  retenida: Date | null
}

export type ClaveData = { nombre: string; ambitos: Ambito[]; por_minuto: number; dias: number }

/** The most keys listed over all companies. */
const MAX_LIST = 2000

const SELECT = sql`select k.id, k.empresa_id as empresa, k.nombre, k.prefijo, u.username as titular, k.ambitos, k.por_minuto,
  k.creada, k.caduca, k.usada, host(k.direccion) as direccion, k.retenida
  from clave_api k join usuario u on u.id = k.usuario_id`

/** @param empresa null: of all companies */
export async function listClaves(db: Db, empresa: number | null): Promise<ClaveRow[]> {
  const { rows } = await sql<ClaveRow>`${SELECT} where ${empresa}::int is null or k.empresa_id = ${empresa}
    order by k.empresa_id, lower(k.nombre), k.id limit ${MAX_LIST}`.execute(db)
  return rows
}

/** Locks the row until the transaction ends. */
export async function holdClave(tx: Db, id: number): Promise<ClaveRow | undefined> {
  const { rows } = await sql<ClaveRow>`${SELECT} where k.id = ${id} for update of k`.execute(tx)
  return rows[0]
}

/** @returns its id; undefined: the company has `max` keys */
export async function createClave(
  tx: Db,
  of: { empresa: number; usuario: number; prefijo: string; hash: Buffer },
  c: ClaveData,
  max: number,
): Promise<number | undefined> {
  await lockEmpresa(tx, of.empresa)
  const { rows } = await sql<{ id: number }>`
    insert into clave_api (empresa_id, usuario_id, nombre, prefijo, clave_hash, ambitos, por_minuto, caduca)
    select ${of.empresa}, ${of.usuario}, ${c.nombre}, ${of.prefijo}, ${of.hash}, ${c.ambitos}::text[], ${c.por_minuto},
      now() + make_interval(days => ${c.dias})
    where (select count(*) from clave_api where empresa_id = ${of.empresa}) < ${max}
    returning id`.execute(tx)
  return rows[0]?.id
}

/** Undefined fields stay unchanged. */
export async function saveClave(
  tx: Db,
  id: number,
  c: { [K in keyof ClaveData]?: ClaveData[K] | undefined } & { retenida?: false | undefined },
) {
  await sql`update clave_api set nombre = coalesce(${c.nombre ?? null}, nombre),
    ambitos = coalesce(${c.ambitos ?? null}::text[], ambitos),
    por_minuto = coalesce(${c.por_minuto ?? null}::int, por_minuto),
    caduca = coalesce(now() + make_interval(days => ${c.dias ?? null}::int), caduca),
    retenida = case when ${c.retenida === undefined} then retenida end
    where id = ${id}`.execute(tx)
}

export async function removeClave(tx: Db, id: number): Promise<void> {
  await sql`delete from clave_api where id = ${id}`.execute(tx)
}

/** Holds the keys of all companies: none is accepted until it is released. */
export async function holdClaves(tx: Db): Promise<void> {
  await sql`update clave_api set retenida = now() where retenida is null`.execute(tx)
}

/** Number of held keys of all companies. */
export async function countRetenidas(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from clave_api where retenida is not null and caduca > now()`.execute(db)
  return rows[0]?.n ?? 0
}
