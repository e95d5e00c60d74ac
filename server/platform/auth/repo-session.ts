import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Inicio } from '#contract/personas/acceso/values'
import type { Db } from '../db/client'
import { prepare } from '../db/queries/prepared'
import { machineClock } from '../time/machine-clock'
import type { Principal } from './principal'

/** Whether the account `u` logs in by single sign-on. */
export const SSO = sql<boolean>`exists (select from identidad i where i.usuario_id = u.id)`
export const PENDIENTE = sql<boolean>`u.rol in ('empresa', 'admin') and not u.segundo_factor
  and not (${SSO})
  and coalesce((select exigir_segundo_factor from instalacion), false)`
export const INICIO = sql<Inicio>`coalesce((select inicio from hoy_preferencia where usuario_id = u.id), 'mapa')`
/**
 * A session `s` expires 12 hours after its last call, and 7 days after the login: by the clock of this process, because that of the database
 * may jump.
 */
const isViva = (now: Date) =>
  sql<boolean>`s.usada > ${now}::timestamptz - interval '12 hours' and s.creada > ${now}::timestamptz - interval '7 days'`
/** Expired ones are kept for as long, ms: a clock that was days ahead must not have ended any. */
const KEEP_EXPIRED_MS = 7 * 86_400_000
/** The last call of a session is noted at most this often. */
const NOTE_MS = 60_000

const readNow = () => new Date(machineClock.now())

export const CUENTA = [
  'u.id',
  'u.username',
  'u.nombre',
  'u.foto_perfil',
  'u.empresa_id',
  'u.rol',
  'u.tercero_id as tercero',
  'u.segundo_factor',
  'e.modo',
] as const

type Cuenta = Pick<
  Principal,
  | 'username'
  | 'nombre'
  | 'foto_perfil'
  | 'modo'
  | 'rol'
  | 'tercero'
  | 'segundo_factor'
  | 'sso'
  | 'inicio'
  | 'pendiente'
> & { id: number; empresa_id: number }

export const principalOf = (c: Cuenta, tokenHash: Buffer): Principal => ({
  usuarioId: c.id,
  username: c.username,
  nombre: c.nombre,
  foto_perfil: c.foto_perfil,
  empresa: c.empresa_id,
  modo: c.modo,
  rol: c.rol,
  tercero: c.tercero,
  is_admin: c.rol === 'admin',
  segundo_factor: c.segundo_factor,
  sso: c.sso,
  inicio: c.inicio,
  pendiente: c.pendiente,
  tokenHash,
  clave: null,
})

/** Only hashes of tokens are stored. A token has 256 random bits, so a fast hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export async function createSesion(
  db: Db,
  s: { token: string; cambio: string; usuarioId: number; direccion: string | null; agente: string | null },
): Promise<void> {
  const now = readNow()
  await db
    .insertInto('sesion')
    .values({
      token_hash: hashToken(s.token),
      cambio_hash: hashToken(s.cambio),
      usuario_id: s.usuarioId,
      direccion: s.direccion,
      agente: s.agente?.slice(0, 300) ?? null,
      creada: now,
      usada: now,
    })
    .execute()
  await db.updateTable('usuario').set({ ultimo_acceso: now }).where('id', '=', s.usuarioId).execute()
  const old = new Date(now.getTime() - KEEP_EXPIRED_MS)
  await sql`delete from sesion s where not (${isViva(old)})`.execute(db)
}

const findSesion = prepare('sesion', (db) =>
  db
    .selectFrom('sesion as s')
    .innerJoin('usuario as u', 'u.id', 's.usuario_id')
    .innerJoin('empresa as e', 'e.id', 'u.empresa_id')
    .select([...CUENTA, 's.usada'])
    .select([PENDIENTE.as('pendiente'), INICIO.as('inicio'), SSO.as('sso')])
    .where('s.token_hash', '=', Buffer.alloc(0))
    .where('u.activo', '=', sql.lit(true))
    .where(isViva(new Date(0))),
)

/**
 * The session of a token, of an active user: valid for 7 days at most, and for 12 hours without a call. `usada` is updated at most once a
 * minute.
 */
export async function getSesion(db: Db, token: string): Promise<Principal | null> {
  const tokenHash = hashToken(token)
  const now = readNow()
  const [row] = await findSesion(db, [tokenHash, now, now])
  if (!row) return null
  // One of the future too: it was noted by a clock that was ahead.
  if (Math.abs(now.getTime() - row.usada.getTime()) > NOTE_MS)
    await db.updateTable('sesion').set({ usada: now }).where('token_hash', '=', tokenHash).execute()
  return principalOf(row, tokenHash)
}

/** The current rights of a user, for work in their name without a session; null: no active account. */
export async function findPrincipal(db: Db, usuario: number): Promise<Principal | null> {
  const row = await db
    .selectFrom('usuario as u')
    .innerJoin('empresa as e', 'e.id', 'u.empresa_id')
    .select(CUENTA)
    .select([PENDIENTE.as('pendiente'), INICIO.as('inicio'), SSO.as('sso')])
    .where('u.id', '=', usuario)
    .where('u.activo', '=', true)
    .executeTakeFirst()
  return row ? principalOf(row, Buffer.alloc(0)) : null
}

export async function removeSesion(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sesion').where('token_hash', '=', tokenHash).execute()
}

const MAX_SESIONES = 200

/** Open sessions of a user, the last used first. */
export async function listSesiones(db: Db, usuario: number) {
  return db
    .selectFrom('sesion as s')
    .select(['s.id', 's.creada', 's.usada', 's.agente', 's.token_hash'])
    .select(sql<string | null>`host(s.direccion)`.as('direccion'))
    .where('s.usuario_id', '=', usuario)
    .where(isViva(readNow()))
    .orderBy('s.usada', 'desc')
    .limit(MAX_SESIONES)
    .execute()
}

/** @returns whether the session existed */
export async function removeSesionPorId(db: Db, id: string, usuario: number): Promise<boolean> {
  const r = await db
    .deleteFrom('sesion')
    .where('id', '=', id)
    .where('usuario_id', '=', usuario)
    .executeTakeFirst()
  return r.numDeletedRows > 0n
}

/** End all sessions of a user, except `menos`. */
export async function removeSesionesOf(db: Db, usuario: number, menos?: Buffer): Promise<void> {
  await db
    .deleteFrom('sesion')
    .where('usuario_id', '=', usuario)
    .$if(menos !== undefined, (q) => q.where('token_hash', '<>', menos as Buffer))
    .execute()
}

/** End the sessions of a company's people that were not opened by single sign-on, except `menos`. */
export async function removeSesionesLocales(db: Db, empresa: number, menos: Buffer): Promise<void> {
  await sql`delete from sesion s using usuario u where u.id = s.usuario_id and u.empresa_id = ${empresa}
    and not (${SSO}) and s.token_hash <> ${menos}`.execute(db)
}

/** Whether this token allows this session to change the password. */
export async function isTokenDeCambio(db: Db, tokenHash: Buffer, cambio: string): Promise<boolean> {
  const row = await db
    .selectFrom('sesion')
    .select('cambio_hash')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row !== undefined && timingSafeEqual(row.cambio_hash, hashToken(cambio))
}

/** Give a session new tokens. The old ones stop working, also where they were copied. */
export async function renewSesion(
  db: Db,
  tokenHash: Buffer,
  nuevos: { token: string; cambio: string },
): Promise<void> {
  await db
    .updateTable('sesion')
    .set({ token_hash: hashToken(nuevos.token), cambio_hash: hashToken(nuevos.cambio) })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Of these sessions, given by their hashes, those that are still valid, with what their users may see now. */
export async function listVivas(db: Db, hashes: Buffer[]) {
  const rows = await db
    .selectFrom('sesion as s')
    .innerJoin('usuario as u', 'u.id', 's.usuario_id')
    .innerJoin('empresa as e', 'e.id', 'u.empresa_id')
    .select(['s.token_hash', 'u.empresa_id as empresa', 'u.rol', 'e.modo'])
    .where(sql<boolean>`s.token_hash = any(${hashes})`)
    .where('u.activo', '=', true)
    .where(isViva(readNow()))
    .where(sql<boolean>`not (${PENDIENTE})`)
    .execute()
  return new Map(rows.map(({ token_hash, ...who }) => [token_hash.toString('hex'), who]))
}
