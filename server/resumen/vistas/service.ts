import type { z } from 'zod'
import { DE_PANTALLA, MAX_VISTAS } from '#contract/resumen/vistas/values'
import type {
  updateVista as Cambiar,
  createVista as Crear,
  setEnvioVista as Poner,
  Vista,
} from '#contract/resumen/vistas/vistas'
import { empresaVisible } from '../../platform/auth/auth'
import { checkPolitica } from '../../platform/auth/policy'
import { administra, type Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { findEmpresa } from '../../platform/db/queries/empresa'
import { conflicto, ErrorHttp, entradaNoValida, forbidden, noEncontrado } from '../../platform/http/errores'
import { isoPlanta } from '../../platform/time/time'
import { nextEnvio } from './cuando'
import { FILES } from './files'
import * as repo from './repo'
import { findAddress, removeEnvioPorId, removeEnviosDeOtros, saveEnvio } from './repo-envio'

const duplicate = () =>
  new ErrorHttp(409, 'nombre_repetido', 'Ya tienes una vista con ese nombre en esta pantalla.', 'nombre')

const isEliminable = (f: repo.VistaRow, p: Principal) => f.usuario === p.usuarioId || administra(p.rol)

export function presentVista(f: repo.VistaRow, p: Principal, zona: string): Vista {
  const { id, pantalla, nombre, busqueda, compartida, de, formato, cuando, hora, error } = f
  return {
    id,
    pantalla,
    nombre,
    busqueda,
    compartida,
    mia: f.usuario === p.usuarioId,
    eliminable: isEliminable(f, p),
    de,
    envio: formato && {
      formato,
      cuando,
      hora,
      empresa: f.de_empresa,
      siguiente: isoPlanta(f.siguiente, zona),
      ultimo: isoPlanta(f.ultimo, zona),
      error,
    },
  }
}

/** A view that the caller may see. Throws 404. */
export async function getVista(db: Db, p: Principal, id: number): Promise<repo.VistaRow> {
  const f = await repo.findVista(db, p, id)
  if (!f) throw noEncontrado('Vista no encontrada.')
  return f
}

/** A view that the caller owns. Throws 404, and 403 for one that another user shares. */
async function getPropia(db: Db, p: Principal, id: number): Promise<repo.VistaRow> {
  const f = await getVista(db, p, id)
  if (f.usuario !== p.usuarioId) throw forbidden(`Esta vista es de ${f.de}.`, 'de_otra_persona')
  return f
}

function checkComparte(p: Principal, compartida: boolean): void {
  if (compartida && p.rol === 'lectura')
    throw forbidden(
      'Tu cuenta es solo de lectura: puedes guardar vistas, pero no compartirlas.',
      'solo_lectura',
    )
}

const checkQuery = (f: Pick<repo.VistaRow, 'pantalla' | 'consulta'>) =>
  FILES[f.pantalla].check({ ...f, formato: 'xlsx', empresa: null })

/** @returns its id. Throws 409 for a name that the user already has on this screen, and for too many views */
export async function createVista(
  tx: Db,
  p: Principal,
  v: z.output<NonNullable<typeof Crear.body>>,
): Promise<number> {
  checkPolitica(FILES[v.pantalla].politica, p)
  checkComparte(p, v.compartida)
  checkQuery(v)
  if ((await repo.countVistas(tx, p.usuarioId)) >= MAX_VISTAS)
    throw conflicto(`Ya tienes ${MAX_VISTAS} vistas guardadas. Elimina alguna antes.`, 'demasiadas_vistas')
  const id = await repo.createVista(tx, p, v)
  if (id === undefined) throw duplicate()
  return id
}

export async function updateVista(
  tx: Db,
  p: Principal,
  id: number,
  c: z.output<NonNullable<typeof Cambiar.body>>,
): Promise<void> {
  const previa = await getPropia(tx, p, id)
  if (!previa.compartida) checkComparte(p, c.compartida)
  const { busqueda, consulta } = c.contenido ?? previa
  checkQuery({ pantalla: previa.pantalla, consulta })
  const nueva = { nombre: c.nombre, compartida: c.compartida, busqueda, consulta }
  await repo.saveVista(tx, id, nueva).catch((e) => {
    throw repo.isNombreRepetido(e) ? duplicate() : e
  })
  if (previa.compartida && !c.compartida) await removeEnviosDeOtros(tx, id)
}

export async function removeVista(tx: Db, p: Principal, id: number): Promise<void> {
  const f = await getVista(tx, p, id)
  if (!isEliminable(f, p))
    throw forbidden(
      `Esta vista es de ${f.de}: solo la eliminan esa persona o un administrador.`,
      'de_otra_persona',
    )
  await repo.removeVista(tx, id)
}

/** Whether a user can get mails: the installation has a mail server, and the user a confirmed address. */
export async function readCorreo(db: Db, p: Principal, hayServidor: boolean) {
  const direccion = await findAddress(db, p.usuarioId)
  const correo = !hayServidor ? 'sin_servidor' : direccion ? 'listo' : 'sin_direccion'
  return { correo, direccion } as const
}

type Ajuste = z.output<NonNullable<typeof Poner.body>>

/** Mails a view to the caller. Throws 409 if the caller cannot get mails. */
export async function putEnvio(
  tx: Db,
  p: Principal,
  id: number,
  e: Ajuste,
  { hayServidor, zona, ahora }: { hayServidor: boolean; zona: string; ahora: Date },
): Promise<void> {
  const f = await getVista(tx, p, id)
  checkPolitica(FILES[f.pantalla].politica, p)
  if (!DE_PANTALLA[f.pantalla].formatos.includes(e.formato))
    throw entradaNoValida('Esta pantalla no se envía en ese formato.', 'formato')
  const empresa = empresaVisible(p, e.empresa ?? undefined)
  if (empresa !== null && !(await findEmpresa(tx, empresa))) throw noEncontrado('No existe esa empresa.')
  const { correo } = await readCorreo(tx, p, hayServidor)
  if (correo === 'sin_servidor')
    throw conflicto('Esta instalación no tiene un servidor de correo.', 'sin_correo')
  if (correo === 'sin_direccion')
    throw conflicto('Confirma antes tu dirección de correo, en tu perfil.', 'sin_direccion')
  await saveEnvio(tx, {
    vista: f.id,
    usuario: p.usuarioId,
    formato: e.formato,
    cuando: e.cuando,
    hora: e.hora,
    de_empresa: p.is_admin ? empresa : null,
    siguiente: nextEnvio(ahora, e.cuando, e.hora, zona),
  })
}

/** Ends the mails of a view, from the link in a mail. The link may be followed again. */
export async function leaveEnvio(tx: Db, envioVista: number): Promise<true> {
  await removeEnvioPorId(tx, envioVista)
  return true
}
