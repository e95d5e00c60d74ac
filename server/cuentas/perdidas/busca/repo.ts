import { sql } from 'kysely'
import type { Quien } from '#contract/cuentas/perdidas/perdidas'
import type { Db } from '../../../platform/db/client'

/** Condition on a user `v` who can search for the container of a row `p` of `perdida`: active, and of its company or of all of them. */
export const PUEDE_BUSCAR = sql`v.activo and (v.empresa_id = p.empresa_id or v.rol = 'admin')`
/** The user who searches for the container of a row `p`: none where that user is gone, shut out or of another company. */
const BUSCA = sql`select from usuario v where v.id = p.lleva_id and ${PUEDE_BUSCAR}`
/** Condition on a row `p`: it is to be searched for, and nobody does. */
export const SIN_RESPONSABLE = sql`(p.peldano = 'en_busqueda' and not exists (${BUSCA}))`

/** Who searches for what silence puts into search; null: nobody was set. */
export async function findQuien(db: Db, empresa: number): Promise<Quien['persona']> {
  const { rows } = await sql<NonNullable<Quien['persona']>>`
    select v.id, v.nombre, v.activo and v.empresa_id = b.empresa_id as puede
    from perdida_busca b join usuario v on v.id = b.usuario_id where b.empresa_id = ${empresa}`.execute(db)
  return rows[0] ?? null
}

/** @param persona null: nobody */
export async function saveQuien(tx: Db, empresa: number, persona: number | null): Promise<void> {
  if (persona === null) await sql`delete from perdida_busca where empresa_id = ${empresa}`.execute(tx)
  else
    await sql`insert into perdida_busca as b (empresa_id, usuario_id) values (${empresa}, ${persona})
      on conflict (empresa_id) do update set usuario_id = excluded.usuario_id where b.usuario_id <> excluded.usuario_id`.execute(
      tx,
    )
}

/**
 * Gives the containers that silence has put into search, and for which nobody searches, to the user who searches for their company. What
 * people said of a silence stands, also where they took it back.
 * @returns the ids of the containers
 */
export async function assignCallados(tx: Db, empresa: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`with nuevo as (
      insert into perdida_asiento (empresa_id, dispositivo_id, clase, lleva_id, por_silencio)
      select p.empresa_id, p.dispositivo_id, 'busqueda', b.usuario_id, true
      from perdida_busca b join usuario q on q.id = b.usuario_id and q.activo and q.empresa_id = b.empresa_id
      join perdida p on p.empresa_id = b.empresa_id left join perdida_asiento s on s.id = p.asiento_id
      where b.empresa_id = ${empresa} and ${SIN_RESPONSABLE} and coalesce(s.por_silencio, not exists (
        select from perdida_asiento x where x.dispositivo_id = p.dispositivo_id and x.momento >= p.oido
      ))
      order by p.dispositivo_id
      returning id, dispositivo_id, lleva_id
    )
    update perdida p set asiento_id = n.id, lleva_id = n.lleva_id from nuevo n where n.dispositivo_id = p.dispositivo_id
    returning p.dispositivo_id as id`.execute(tx)
  return rows.map((r) => r.id)
}

export type Buscado = {
  id: number
  empresa: number
  contenedor: string
  /** Place where it was last heard. */
  lugar: string | null
  desde: Date
  /** The statement that says so. */
  asiento: number
  persona: number
  nombre: string
}

/** Details for the notice: containers that users are to search for who did not say so themselves, longest silence first. */
export async function listBuscados(tx: Db, ids: readonly number[]): Promise<Buscado[]> {
  const { rows } = await sql<Buscado>`
    select d.id, p.empresa_id as empresa, coalesce(d.apodo, d.mac) as contenedor, u.nombre as lugar, p.desde, p.asiento_id as asiento,
      v.id as persona, v.nombre
    from perdida p join dispositivo d on d.id = p.dispositivo_id join perdida_asiento s on s.id = p.asiento_id
    join usuario v on v.id = p.lleva_id and ${PUEDE_BUSCAR} left join ubicacion u on u.id = p.ubicacion_id
    where p.dispositivo_id = any(${ids as number[]}::bigint[]) and s.persona_id is distinct from v.id order by p.desde, d.id`.execute(
    tx,
  )
  return rows
}

/** Containers in search, by the place where they were last heard. @param de those of a user, or nobody's; `empresa` null: of all companies */
export async function countBuscados(
  db: Db,
  empresa: number | null,
  de: number | 'nadie',
): Promise<{ lugar: string | null; n: number }[]> {
  const { rows } = await sql<{ lugar: string | null; n: number }>`
    select u.nombre as lugar, c.n from (
      select p.ubicacion_id, count(*)::int as n from perdida p
      where p.peldano = 'en_busqueda' and (${empresa}::int is null or p.empresa_id = ${empresa}) and ${deQuien(de)} group by 1
    ) c left join ubicacion u on u.id = c.ubicacion_id`.execute(db)
  return rows
}

/** Condition on a row `p`: a user searches for it, or it waits for somebody who does. */
export const deQuien = (de: number | 'nadie') =>
  de === 'nadie' ? SIN_RESPONSABLE : sql`(p.lleva_id = ${de} and exists (${BUSCA}))`
