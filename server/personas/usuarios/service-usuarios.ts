import type { z } from 'zod'
import type { Empresa, Modo, Rol } from '#contract/personas/acceso/sesion'
import type {
  updateUsuario as contratoCambiar,
  createUsuario as contratoCrear,
  Usuario,
} from '#contract/personas/usuarios/usuarios'
import { checkAlcance, empresaVisible } from '../../platform/auth/auth'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { conflicto, entradaNoValida, forbidden, noEncontrado } from '../../platform/http/errores'
import { isoPlanta } from '../../platform/time/time'
import { checkClave, hashClave } from '../acceso/clave'
import { endSesiones, endSesionesLocales } from '../acceso/service'
import { takeFactorAway } from '../acceso/service-factor'
import { type MailMessages, putCorreo } from '../correo/service'
import { createUsuario } from './repo'
import {
  countContenido,
  isCompleta,
  isEmpresaOcupada,
  isSsoDemanded,
  removeEmpresa,
  saveEmpresa,
} from './repo-empresas'
import * as repo from './repo-usuarios'
import {
  countAdministradores,
  findPorId,
  isEmpresaDesconocida,
  isUsernameRepetido,
  lockAdministradores,
  removeUsuario,
  saveUsuario,
  type UsuarioRow,
} from './repo-usuarios'

type Write = <T>(work: (tx: Db) => Promise<T>) => Promise<T>

export const presentUsuario = (f: UsuarioRow, zona: string): Usuario => ({
  ...f,
  is_admin: f.rol === 'admin',
  ultimo_acceso: isoPlanta(f.ultimo_acceso, zona),
})

/** For accounts that are created without a request by a user. */
export { createUsuario }

/** Turns a database error into an error with a Spanish message. */
export async function explainUsuario<T>(hecho: Promise<T>): Promise<T> {
  return hecho.catch((e) => {
    if (isUsernameRepetido(e))
      throw conflicto('Ya existe un usuario con ese nombre de usuario.', 'username_repetido')
    if (isEmpresaDesconocida(e)) throw entradaNoValida('No existe esa empresa.', 'empresa')
    throw e
  })
}

async function find(db: Db, id: number): Promise<UsuarioRow> {
  const row = await findPorId(db, id)
  if (!row) throw noEncontrado('Usuario no encontrado.')
  return row
}

/**
 * The role that a request asks for, by name or by `is_admin`; undefined: none.
 * @param previo the present role; `is_admin: false` only removes the role `admin`
 */
function rolOf(c: { rol?: Rol; is_admin?: boolean }, previous?: Rol): Rol | undefined {
  if (c.rol !== undefined && c.is_admin !== undefined && c.is_admin !== (c.rol === 'admin'))
    throw entradaNoValida('El rol y el permiso de administrador no concuerdan.', 'rol')
  if (c.rol !== undefined || c.is_admin === undefined) return c.rol
  if (c.is_admin) return 'admin'
  return previous === 'admin' ? 'operario' : previous
}

/** Throws if the caller may not assign this role or this company. */
function checkRouting(principal: Principal, c: { rol?: Rol; empresa?: number }): void {
  if (c.empresa !== undefined) empresaVisible(principal, c.empresa)
  if (c.rol === 'admin' && !principal.is_admin)
    throw forbidden('Solo un administrador de todas las empresas puede nombrar a otro.', 'otro_alcance')
}

export async function createNewUsuario(
  write: Write,
  u: z.output<NonNullable<(typeof contratoCrear)['body']>>,
  principal: Principal,
  mailMessages: MailMessages,
): Promise<UsuarioRow> {
  const { password, is_admin, correo, ...resto } = u
  const rol = rolOf(u) ?? 'operario'
  checkRouting(principal, { rol, empresa: u.empresa })
  checkClave(password)
  const claveHash = await hashClave(password)
  const { creado, confirmacion } = await explainUsuario(
    write(async (tx) => {
      const id = await createUsuario(tx, { ...resto, rol, claveHash })
      const nueva = correo ? await putCorreo(tx, mailMessages, { id, nombre: u.nombre }, correo) : null
      return { creado: await find(tx, id), confirmacion: nueva }
    }),
  )
  await confirmacion?.send(write).catch(async (e) => {
    // Removed, because a retry with another address would find the name taken.
    await write((tx) => removeUsuario(tx, creado.id))
    throw e
  })
  return creado
}

/** Whether the user has access to the whole administration, with a password or by the provider. */
async function isAdministrador(tx: Db, u: Pick<UsuarioRow, 'rol' | 'activo' | 'empresa'>) {
  return u.rol === 'admin' && u.activo && (await isCompleta(tx, u.empresa))
}

const ultimoAdministrador = (text: string) => conflicto(text, 'ultimo_administrador')

/** Throws 409 if `previo` is the last administrator. The caller holds the lock. */
async function checkLast(tx: Db, previous: UsuarioRow): Promise<void> {
  if ((await isAdministrador(tx, previous)) && (await countAdministradores(tx, previous.id)) === 0)
    throw ultimoAdministrador('Es la última cuenta local de administrador activa.')
}

/** Throws 409 for a change that the next login would undo. */
function checkSso(previous: UsuarioRow, c: { rol?: Rol; empresa?: number }): void {
  const { rol, empresa } = { ...previous, ...c }
  if (previous.sso && (rol !== previous.rol || empresa !== previous.empresa))
    throw conflicto('El rol y la empresa de esta cuenta los dan sus grupos del proveedor.', 'cuenta_sso')
}

/** Throws 409 if the account of a partner's user would become one of the company. */
function checkTercero(previous: UsuarioRow, c: { rol?: Rol; empresa?: number }): void {
  const { rol, empresa } = { ...previous, ...c }
  if (previous.rol === 'tercero' && (rol !== previous.rol || empresa !== previous.empresa))
    throw conflicto('Es la cuenta de un tercero: no puede tener otro rol ni otra empresa.', 'cuenta_tercero')
}

type Cambio = z.output<NonNullable<(typeof contratoCambiar)['body']>>

/** Throws 409 if users would remove their own access to the administration. */
async function checkPropio(
  tx: Db,
  previous: UsuarioRow,
  c: Omit<Cambio, 'rol'> & { rol?: Rol },
): Promise<void> {
  if (c.activo === false) throw conflicto('No puedes desactivar tu propia cuenta.', 'cuenta_propia')
  const { rol, empresa } = { ...previous, ...c }
  if (rol !== previous.rol || !(await isCompleta(tx, empresa)))
    throw conflicto('No puedes quitarte a ti mismo los permisos de administrador.', 'cuenta_propia')
  if (c.segundo_factor === false) throw conflicto('Quita tu segundo factor desde tu perfil.', 'cuenta_propia')
}

export async function updateUsuario(
  write: Write,
  id: number,
  cambio: Cambio,
  principal: Principal,
  mailMessages: MailMessages,
): Promise<UsuarioRow> {
  const { segundo_factor, is_admin, rol: pedido, correo, ...resto } = cambio
  const { cambiado, confirmacion } = await explainUsuario(
    write(async (tx) => {
      await lockAdministradores(tx)
      const previous = await find(tx, id)
      checkAlcance(principal, previous)
      const rol = rolOf(cambio, previous.rol)
      const c = { ...resto, ...(rol !== undefined && { rol }) }
      checkSso(previous, c)
      checkTercero(previous, c)
      checkRouting(principal, c)
      if (id === principal.usuarioId) await checkPropio(tx, previous, { ...cambio, ...c })
      if ((await isAdministrador(tx, previous)) && !(await isAdministrador(tx, { ...previous, ...c })))
        await checkLast(tx, previous)
      await saveUsuario(tx, id, c)
      const who = { id, nombre: c.nombre ?? previous.nombre }
      const nueva = correo === undefined ? null : await putCorreo(tx, mailMessages, who, correo)
      if (segundo_factor === false) await takeFactorAway(tx, id)
      if (c.activo === false || segundo_factor === false) await endSesiones(tx, id)
      return { cambiado: await find(tx, id), confirmacion: nueva }
    }),
  )
  await confirmacion?.send(write)
  return cambiado
}

export async function removeUsuarioOf(tx: Db, id: number, principal: Principal): Promise<void> {
  await lockAdministradores(tx)
  const previous = await find(tx, id)
  checkAlcance(principal, previous)
  if (id === principal.usuarioId) throw conflicto('No puedes eliminar tu propia cuenta.', 'cuenta_propia')
  await checkLast(tx, previous)
  await removeUsuario(tx, id)
}

/**
 * Changes a company. If it starts to require single sign-on, its users' password sessions end, except the caller's. Throws 404, and 409 if
 * no administrator with access to the administration would be left.
 */
export async function updateEmpresa(
  tx: Db,
  id: number,
  c: { nombre: string; modo?: Modo; exigir_sso?: boolean },
  caller: Pick<Principal, 'tokenHash'>,
): Promise<Empresa> {
  await lockAdministradores(tx)
  const before = await isSsoDemanded(tx, id)
  const empresa = await saveEmpresa(tx, id, c)
  if (!empresa) throw noEncontrado('No existe esa empresa.')
  if (empresa.modo !== 'completo' && (await countAdministradores(tx)) === 0)
    throw ultimoAdministrador('Ningún administrador local podría entrar en la administración.')
  if (empresa.exigir_sso && !before) await endSesionesLocales(tx, id, caller.tokenHash)
  return empresa
}

const cuantos = (n: number, uno: string, varios: string) =>
  n === 0 ? [] : [`${n.toLocaleString('es')} ${n === 1 ? uno : varios}`]

/** Throws 409, with the company's contents, unless it is empty. */
export async function removeEmpresaEmpty(write: Write, id: number): Promise<void> {
  const hecho = write(async (tx) => {
    const c = await countContenido(tx, id)
    const queda = [
      ...cuantos(c.usuarios, 'usuario', 'usuarios'),
      ...cuantos(c.dispositivos, 'dispositivo', 'dispositivos'),
      ...cuantos(
        c.eliminados,
        'dispositivo eliminado con su historial',
        'dispositivos eliminados con su historial',
      ),
      ...cuantos(c.ubicaciones, 'ubicación', 'ubicaciones'),
      ...cuantos(c.claves, 'clave de API', 'claves de API'),
    ]
    if (queda.length) throw ocupada(`La empresa todavía tiene ${list(queda)}.`)
    if (!(await removeEmpresa(tx, id))) throw noEncontrado('No existe esa empresa.')
  })
  await hecho.catch((e) => {
    throw isEmpresaOcupada(e) ? ocupada('La empresa todavía tiene datos.') : e
  })
}

const ocupada = (text: string) => conflicto(text, 'empresa_ocupada')
const list = (partes: string[]) => new Intl.ListFormat('es').format(partes)

/** Whether a user can be put in charge of a company's tasks: only its active users. */
export const findPersona = (db: Db, id: number) => repo.findPersona(db, id)
