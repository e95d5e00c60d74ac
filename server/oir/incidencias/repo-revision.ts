import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'
import { isoPlanta } from '../../platform/time/time'

export type Revision = {
  revisado: boolean
  hubo_golpe_real: boolean
  hubo_danio: boolean
  /** Somebody has looked: the two fields before are what they say. */
  mirado: boolean
}

/** Saves a review; @returns false, with nothing written, if the incident is closed. Open windows are notified. */
export async function saveRevision(db: Db, id: number, r: Revision, usuario: number): Promise<boolean> {
  const { rows } = await sql`
    with escrita as (
      update incidencia set revisado = ${r.revisado}, hubo_golpe_real = ${r.hubo_golpe_real},
        hubo_danio = ${r.hubo_danio}, mirado = ${r.mirado},
        cerrada_por = case when ${r.revisado} then ${usuario}::bigint end,
        cerrada_por_nombre = case when ${r.revisado} then (select nombre from usuario where id = ${usuario}) end,
        cerrada = case when ${r.revisado} then now() end
      where id = ${id} and not revisado
      returning empresa_id, dispositivo_id
    )
    select avisar('cambios', empresa_id || ':' || dispositivo_id) from escrita`.execute(db)
  return rows.length > 0
}

/** Closes the open ones of these incidents, without other changes. @param mirado somebody has looked at all of them. @returns their ids */
export async function closeOpen(
  tx: Db,
  ids: number[],
  mirado: boolean,
  empresa: number | null,
  usuario: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with escrita as (
      update incidencia set revisado = true, mirado = mirado or ${mirado}, cerrada_por = ${usuario}, cerrada = now(),
        cerrada_por_nombre = (select nombre from usuario where id = ${usuario})
      where id = any(${ids}::bigint[]) and not revisado and (${empresa}::int is null or empresa_id = ${empresa})
      returning id, empresa_id, dispositivo_id
    ), avisada as (
      select avisar('cambios', empresa_id || ':' || dispositivo_id) from (
        select distinct empresa_id, dispositivo_id from escrita) d
    )
    select id from escrita where (select count(*) from avisada) >= 0`.execute(tx)
  return rows.map((r) => r.id)
}

/** Adds a note by a user to incidents. */
export async function addNota(tx: Db, ids: number[], text: string, actor: string): Promise<void> {
  await sql`insert into incidencia_nota (empresa_id, incidencia_id, autor, texto)
    select empresa_id, id, ${actor}, ${text} from incidencia where id = any(${ids}::bigint[])`.execute(tx)
}

const MAX_NOTAS = 100

export async function listNotas(db: Db, id: number, zona: string) {
  const { rows } = await sql<{ momento: Date; autor: string; texto: string }>`
    select momento, autor, texto from incidencia_nota where incidencia_id = ${id}
    order by momento desc, id desc limit ${MAX_NOTAS}`.execute(db)
  return rows.map((r) => ({ ...r, momento: isoPlanta(r.momento, zona) }))
}

/** Assigns the open ones of these incidents. @returns their ids */
export async function openAssign(
  tx: Db,
  ids: number[],
  empresa: number | null,
  usuario: number | null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with escrita as (
      update incidencia set lleva = ${usuario}
      where id = any(${ids}::bigint[]) and not revisado and (${empresa}::int is null or empresa_id = ${empresa})
      returning id, empresa_id, dispositivo_id
    ), aviso as (
      select avisar('cambios', empresa_id || ':' || dispositivo_id) from (
        select distinct empresa_id, dispositivo_id from escrita
      ) x
    )
    select e.id from escrita e left join (select count(*) from aviso) a on true`.execute(tx)
  return rows.map((r) => r.id)
}
