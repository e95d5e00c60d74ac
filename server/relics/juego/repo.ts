import { sql } from 'kysely'
import type { Puntuacion } from '#contract/relics/juego'
import type { Db } from '../../platform/db/client'

/** Games that are kept of each person: the best ones. */
const POR_USUARIO = 50

/** Best first; of equal scores the oldest first. */
export async function listMejores(db: Db, limite: number): Promise<Puntuacion[]> {
  const { rows } = await sql<Puntuacion>`
    select p.id, u.nombre as name, p.puntos as points from puntuacion p join usuario u on u.id = p.usuario_id
    order by p.puntos desc, p.id limit ${limite}`.execute(db)
  return rows
}

/** Save a game; of its player only the best games are kept. */
export async function savePuntuacion(db: Db, usuario: number, puntos: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into puntuacion (usuario_id, puntos) values (${usuario}, ${puntos}) returning id`.execute(db)
  await sql`delete from puntuacion where usuario_id = ${usuario} and id in (
    select id from puntuacion where usuario_id = ${usuario} order by puntos desc, id offset ${POR_USUARIO})`.execute(
    db,
  )
  return (rows[0] as { id: number }).id
}

/** Seconds since the session was opened. */
export async function findEdadSesion(db: Db, tokenHash: Buffer): Promise<number> {
  const { rows } = await sql<{ s: number }>`
    select extract(epoch from now() - creada)::float8 as s from sesion where token_hash = ${tokenHash}`.execute(
    db,
  )
  return rows[0]?.s ?? 0
}
