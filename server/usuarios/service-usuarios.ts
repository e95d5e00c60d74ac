import type { z } from 'zod'
import type { Empresa, Modo } from '#contract/sesion'
import type {
  updateUsuario as contratoCambiar,
  createUsuario as contratoCrear,
  Usuario,
} from '#contract/usuarios'
import { checkClave, hashClave } from '../acceso/clave'
import { endSesiones } from '../acceso/service'
import { takeFactorAway } from '../acceso/service-factor'
import type { Db } from '../db/cliente'
import { conflicto, entradaNoValida, noEncontrado } from '../http/errores'
import { isoPlanta } from '../tiempo'
import { createUsuario } from './repo'
import { countContenido, isCompleta, isEmpresaOcupada, removeEmpresa, saveEmpresa } from './repo-empresas'
import {
  countAdministradores,
  type FilaUsuario,
  findPorId,
  isEmpresaDesconocida,
  isUsernameRepetido,
  lockAdministradores,
  removeUsuario,
  saveUsuario,
} from './repo-usuarios'

type Write = <T>(work: (tx: Db) => Promise<T>) => Promise<T>

export const presentUsuario = (f: FilaUsuario, zona: string): Usuario => ({
  ...f,
  ultimo_acceso: isoPlanta(f.ultimo_acceso, zona),
})

/** Turns what the database refuses into an error with a Spanish message. */
async function explain<T>(hecho: Promise<T>): Promise<T> {
  return hecho.catch((e) => {
    if (isUsernameRepetido(e))
      throw conflicto('Ya existe un usuario con ese nombre de usuario.', 'username_repetido')
    if (isEmpresaDesconocida(e)) throw entradaNoValida('No existe esa empresa.', 'empresa')
    throw e
  })
}

async function find(db: Db, id: number): Promise<FilaUsuario> {
  const fila = await findPorId(db, id)
  if (!fila) throw noEncontrado('Usuario no encontrado.')
  return fila
}

export async function createUsuarioNuevo(
  write: Write,
  u: z.output<NonNullable<(typeof contratoCrear)['body']>>,
): Promise<FilaUsuario> {
  checkClave(u.password)
  const { password, ...resto } = u
  const claveHash = await hashClave(password)
  return explain(write(async (tx) => find(tx, await createUsuario(tx, { ...resto, claveHash }))))
}

/** Somebody who can open this administration. */
async function isAdministrador(tx: Db, u: Pick<FilaUsuario, 'is_admin' | 'activo' | 'empresa'>) {
  return u.is_admin && u.activo && (await isCompleta(tx, u.empresa))
}

const ultimoAdministrador = (texto: string) => conflicto(texto, 'ultimo_administrador')

/** Throws 409 where `previo` is the caller, or the last administrator. The caller holds the lock. */
async function checkPerdida(tx: Db, previo: FilaUsuario, quien: number, propio: string): Promise<void> {
  if (previo.id === quien) throw conflicto(propio, 'cuenta_propia')
  if ((await isAdministrador(tx, previo)) && (await countAdministradores(tx, previo.id)) === 0)
    throw ultimoAdministrador('Es la última cuenta de administrador activa.')
}

type Cambio = z.output<NonNullable<(typeof contratoCambiar)['body']>>

export async function updateUsuario(
  write: Write,
  id: number,
  { segundo_factor, ...c }: Cambio,
  quien: number,
): Promise<FilaUsuario> {
  return explain(
    write(async (tx) => {
      await lockAdministradores(tx)
      const previo = await find(tx, id)
      if ((await isAdministrador(tx, previo)) && !(await isAdministrador(tx, { ...previo, ...c })))
        await checkPerdida(
          tx,
          previo,
          quien,
          c.activo === false
            ? 'No puedes desactivar tu propia cuenta.'
            : 'No puedes quitarte a ti mismo los permisos de administrador.',
        )
      if (segundo_factor === false && id === quien)
        throw conflicto('Quita tu segundo factor desde tu perfil.', 'cuenta_propia')
      await saveUsuario(tx, id, c)
      if (segundo_factor === false) await takeFactorAway(tx, id)
      if (c.activo === false || segundo_factor === false) await endSesiones(tx, id)
      return find(tx, id)
    }),
  )
}

export async function removeUsuarioDe(tx: Db, id: number, quien: number): Promise<void> {
  await lockAdministradores(tx)
  await checkPerdida(tx, await find(tx, id), quien, 'No puedes eliminar tu propia cuenta.')
  await removeUsuario(tx, id)
}

/** Change a company. Throws 404, or 409 where no administrator would be left who sees the administration. */
export async function updateEmpresa(
  tx: Db,
  id: number,
  c: { nombre: string; modo?: Modo },
): Promise<Empresa> {
  await lockAdministradores(tx)
  const empresa = await saveEmpresa(tx, id, c)
  if (!empresa) throw noEncontrado('No existe esa empresa.')
  if (empresa.modo !== 'completo' && (await countAdministradores(tx)) === 0)
    throw ultimoAdministrador('Ningún administrador podría entrar en la administración.')
  return empresa
}

const cuantos = (n: number, uno: string, varios: string) =>
  n === 0 ? [] : [`${n.toLocaleString('es')} ${n === 1 ? uno : varios}`]

/** Throws 409, which says what the company holds, unless it is empty. */
export async function removeEmpresaVacia(write: Write, id: number): Promise<void> {
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
    ]
    if (queda.length) throw ocupada(`La empresa todavía tiene ${lista(queda)}.`)
    if (!(await removeEmpresa(tx, id))) throw noEncontrado('No existe esa empresa.')
  })
  await hecho.catch((e) => {
    throw isEmpresaOcupada(e) ? ocupada('La empresa todavía tiene datos.') : e
  })
}

const ocupada = (texto: string) => conflicto(texto, 'empresa_ocupada')
const lista = (partes: string[]) => new Intl.ListFormat('es').format(partes)
