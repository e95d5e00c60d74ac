import { randomBytes } from 'node:crypto'
import { Nombre, Username } from '#contract/personas/usuarios/usuarios'
import { rightsOf, type SsoGroup } from '../../platform/config/sso-groups'
import { asActor } from '../../platform/db/actor'
import type { Db } from '../../platform/db/client'
import { findEmpresa } from '../../platform/db/queries/empresa'
import { hashOfNobody } from '../acceso/clave'
import { endSesiones, existsUsuario } from '../acceso/service'
import { createUsuario } from '../usuarios/service-usuarios'
import type { Identity, SsoFailure } from './provider'
import {
  addIdentity,
  holdAccount,
  lockIdentity,
  lockUsernames,
  resumeAccount,
  type SsoAccount,
  saveRights,
  suspendAccount,
} from './repo'

/** Author in the audit log for changes that a login makes. */
const ACTOR = 'inicio de sesión único'
const MAX_USERNAME = 55

/** A valid user name, as close to the provider's as possible. */
function usernameOf(text: string): string {
  const ours = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.@-]+/g, '.')
    .slice(0, MAX_USERNAME)
  return Username.safeParse(ours).success ? ours : `persona.${randomBytes(4).toString('hex')}`
}

/** The same name with a number if it is taken. */
async function freeUsername(tx: Db, text: string): Promise<string> {
  const wanted = usernameOf(text)
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`
    if (!(await existsUsuario(tx, name))) return name
  }
}

async function createAccount(tx: Db, who: Identity, { rol, empresa }: SsoGroup): Promise<number> {
  const nombre = Nombre.safeParse(who.nombre.replace(/\p{C}/gu, ' '))
  const claveHash = await hashOfNobody()
  await lockUsernames(tx)
  const username = await freeUsername(tx, who.username)
  const id = await createUsuario(tx, {
    username,
    nombre: nombre.success ? nombre.data : username,
    claveHash,
    empresa,
    rol,
  })
  await addIdentity(tx, who.issuer, who.sub, id)
  return id
}

const isAlike = (account: SsoAccount, { rol, empresa }: SsoGroup) =>
  account.rol === rol && account.empresa === empresa

/**
 * The account of an identity, with the rights of its present groups; created at the first login. Without a group that allows access the
 * account is switched off, with its sessions, keys and mails, until a later login has one.
 * @param address address of the login request
 * @returns the user, or why the login is refused
 */
export function admit(
  db: Db,
  rules: readonly SsoGroup[],
  who: Identity,
  address: string | null,
): Promise<{ usuario: number } | { failure: SsoFailure }> {
  return asActor(db, { id: null, username: ACTOR, direccion: address }, async (tx) => {
    await lockIdentity(tx, who.issuer, who.sub)
    const account = await holdAccount(tx, who.issuer, who.sub)
    const rights = rightsOf(rules, who.groups)
    if (!rights) {
      if (account?.activo) {
        await suspendAccount(tx, account.id)
        await endSesiones(tx, account.id)
      }
      return { failure: 'sin_grupo' }
    }
    if (account && !account.activo && !account.sinGrupo) return { failure: 'desactivada' }
    if (!(await findEmpresa(tx, rights.empresa))) return { failure: 'empresa' }
    if (!account) return { usuario: await createAccount(tx, who, rights) }
    if (!isAlike(account, rights)) await saveRights(tx, account.id, rights)
    if (!account.activo) await resumeAccount(tx, account.id)
    return { usuario: account.id }
  })
}
