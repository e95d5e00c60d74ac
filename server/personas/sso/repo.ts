import { sql } from 'kysely'
import { hashToken } from '../../platform/auth/repo-session'
import type { Db } from '../../platform/db/client'
import { LOCKS } from '../../platform/db/locks'
import type { Attempt } from './provider'

/** Minutes that a user may take at the provider. */
export const ATTEMPT_MINUTES = 15
/** The most logins under way; beyond it the oldest are dropped. */
const MAX_ATTEMPTS = 20_000

/** @param token value of the browser's cookie until the user comes back */
export async function saveAttempt(
  db: Db,
  token: string,
  a: Attempt & { volver: string | null },
): Promise<void> {
  await sql`insert into sso_intento (cookie_hash, estado, nonce, verificador, volver)
    values (${hashToken(token)}, ${a.state}, ${a.nonce}, ${a.verifier}, ${a.volver})`.execute(db)
  await sql`delete from sso_intento where creado < greatest(now() - ${ATTEMPT_MINUTES} * interval '1 minute',
    (select creado from sso_intento order by creado desc offset ${MAX_ATTEMPTS} limit 1))`.execute(db)
}

/** Takes the login that this browser began; it can be used once. Undefined: there is none, or it has expired. */
export async function takeAttempt(
  db: Db,
  token: string,
): Promise<(Attempt & { volver: string | null }) | undefined> {
  const { rows } = await sql<Attempt & { volver: string | null }>`
    delete from sso_intento where cookie_hash = ${hashToken(token)}
      and creado > now() - ${ATTEMPT_MINUTES} * interval '1 minute'
    returning estado as state, nonce, verificador as verifier, volver`.execute(db)
  return rows[0]
}

export type SsoAccount = {
  id: number
  username: string
  activo: boolean
  rol: string
  empresa: number
  /** It was switched off because none of the user's groups allows access. */
  sinGrupo: boolean
}

/** The account of an identity, locked until the transaction ends. */
export async function holdAccount(tx: Db, issuer: string, sub: string): Promise<SsoAccount | undefined> {
  const { rows } = await sql<SsoAccount>`
    select u.id, u.username, u.activo, u.rol, u.empresa_id as empresa, i.sin_grupo as "sinGrupo"
    from identidad i join usuario u on u.id = i.usuario_id
    where i.emisor = ${issuer} and i.sub = ${sub} for update of u`.execute(tx)
  return rows[0]
}

/** Only one login at a time creates the account of an identity, until the transaction ends. */
export async function lockIdentity(tx: Db, issuer: string, sub: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer}\n${sub}`}, 72658))`.execute(tx)
}

export async function addIdentity(tx: Db, issuer: string, sub: string, user: number): Promise<void> {
  await sql`insert into identidad (emisor, sub, usuario_id) values (${issuer}, ${sub}, ${user})`.execute(tx)
}

export async function saveRights(
  tx: Db,
  user: number,
  rights: { rol: string; empresa: number },
): Promise<void> {
  await sql`update usuario set rol = ${rights.rol}, empresa_id = ${rights.empresa} where id = ${user}`.execute(
    tx,
  )
}

/** Switches off an active account without a group that allows access, until a later login has one. */
export async function suspendAccount(tx: Db, user: number): Promise<void> {
  await sql`update usuario set activo = false where id = ${user}`.execute(tx)
  await sql`update identidad set sin_grupo = true where usuario_id = ${user}`.execute(tx)
}

export async function resumeAccount(tx: Db, user: number): Promise<void> {
  await sql`update usuario set activo = true where id = ${user}`.execute(tx)
  await sql`update identidad set sin_grupo = false where usuario_id = ${user}`.execute(tx)
}

/** Only one first login at a time chooses a user name, until the transaction ends: two users may have the same name. */
export async function lockUsernames(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.usernames)})`.execute(tx)
}

/** The ID token, which the provider needs to end its session. */
export async function saveIdToken(db: Db, token: string, idToken: string): Promise<void> {
  await sql`insert into sesion_sso (token_hash, id_token) values (${hashToken(token)}, ${idToken})`.execute(
    db,
  )
}

export async function findIdToken(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ id_token: string }>`
    select id_token from sesion_sso where token_hash = ${tokenHash}`.execute(db)
  return rows[0]?.id_token
}
