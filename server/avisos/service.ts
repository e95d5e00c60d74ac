import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type {
  updateWebhook as contratoCambiar,
  createWebhook as contratoCrear,
  Webhook,
} from '#contract/avisos'
import { MAX_WEBHOOKS } from '#contract/avisos'
import { TIPOS_AVISO, type Vias } from '#contract/valores/avisos'
import { empresaVisible } from '../acceso/acceso'
import type { Principal } from '../acceso/principal'
import { noteCambio } from '../auditoria/service'
import type { Db } from '../db/cliente'
import { findEmpresa } from '../db/empresa'
import { conflicto, entradaNoValida, noEncontrado } from '../http/errores'
import { isoPlanta } from '../tiempo'
import { PREFIJO_SECRETO } from './canal-webhook'
import { type Interno, internosDe } from './internos'
import {
  createWebhook,
  type FilaWebhook,
  holdWebhook,
  removeWebhook,
  saveSecreto,
  saveWebhook,
} from './repo-destino'
import { discardPendientes } from './repo-entrega'
import { countEntregas, type FiltroEntregas } from './repo-lista'
import { findRol, getPreferencias, savePreferencias } from './repo-preferencia'
import { checkDestino, DestinoProhibido } from './salida'

const DOS_SECRETOS_MS = 24 * 3_600_000
const nuevoSecreto = () => PREFIJO_SECRETO + randomBytes(32).toString('base64')

/** Throws 400 where nothing would ever be sent to this address. */
export function checkUrl(url: string, internos: readonly Interno[], empresa: number, campo: string): void {
  try {
    checkDestino(url, { internos: internosDe(internos, empresa) })
  } catch (e) {
    if (e instanceof DestinoProhibido) throw entradaNoValida(e.message, campo)
    throw e
  }
}

export const presentWebhook = (w: FilaWebhook, zona: string): Webhook => ({
  ...w,
  previo_hasta: isoPlanta(w.previo_hasta, zona),
})

type Nuevo = z.output<NonNullable<(typeof contratoCrear)['body']>>
type Cambio = z.output<NonNullable<(typeof contratoCambiar)['body']>>

/** Throws 404 for a company that is not there, 400 for an address that nothing of it is sent to, 409 where it has enough. */
export async function createWebhookDe(
  tx: Db,
  principal: Principal,
  pedida: number,
  datos: Nuevo,
  internos: readonly Interno[],
) {
  const empresa = empresaVisible(principal, pedida) ?? pedida
  if (!(await findEmpresa(tx, empresa))) throw noEncontrado('No existe esa empresa.')
  checkUrl(datos.url, internos, empresa, 'url')
  const secreto = nuevoSecreto()
  const webhook = await createWebhook(tx, empresa, { ...datos, secreto }, MAX_WEBHOOKS)
  if (!webhook) throw conflicto(`Una empresa puede tener como mucho ${MAX_WEBHOOKS} webhooks.`, 'demasiados')
  return { webhook, secreto }
}

/** Held until the transaction ends. Throws 404 for one of another company. */
async function hold(tx: Db, principal: Principal, id: number): Promise<FilaWebhook> {
  const w = await holdWebhook(tx, id)
  if (!w || (!principal.is_admin && w.empresa !== principal.empresa))
    throw noEncontrado('No existe ese webhook.')
  return w
}
export const findWebhookDe = hold

export async function updateWebhookDe(
  tx: Db,
  principal: Principal,
  id: number,
  c: Cambio,
  { internos, ahora }: { internos: readonly Interno[]; ahora: Date },
) {
  const previo = await hold(tx, principal, id)
  if (c.url !== undefined) checkUrl(c.url, internos, previo.empresa, 'url')
  const w = await saveWebhook(tx, { ...previo, ...c })
  if (!w.activo) await discardPendientes(tx, `webhook:${id}`, 'El webhook se ha desactivado.', ahora)
  return w
}

export async function removeWebhookDe(tx: Db, principal: Principal, id: number, ahora: Date): Promise<void> {
  await hold(tx, principal, id)
  await discardPendientes(tx, `webhook:${id}`, 'El webhook se ha eliminado.', ahora)
  await removeWebhook(tx, id)
}

export async function changeSecretoDe(tx: Db, principal: Principal, id: number, ahora: Date) {
  const previo = await hold(tx, principal, id)
  const secreto = nuevoSecreto()
  const webhook = await saveSecreto(tx, id, secreto, new Date(ahora.getTime() + DOS_SECRETOS_MS))
  await noteCambio(tx, {
    accion: 'cambiar',
    entidad: 'webhook',
    id: String(id),
    nombre: previo.nombre,
    despues: { secreto: 'cambiado' },
  })
  return { webhook, secreto }
}

/** Somebody wants no more mail. @returns whether there is such a person */
export async function leaveCorreo(tx: Db, usuario: number): Promise<boolean> {
  const quien = await findRol(tx, usuario)
  if (!quien) return false
  const p = await getPreferencias(tx, usuario, quien.rol)
  const canales = Object.fromEntries(
    TIPOS_AVISO.map((t): [string, Vias] => [t, { ...p.canales[t], correo: 'no' }]),
  ) as typeof p.canales
  await savePreferencias(tx, usuario, quien.empresa, { ...p, canales })
  return true
}

/** How many deliveries of a filter there are to each receiver. */
export const countEntregasDe = (db: Db, f: FiltroEntregas) => countEntregas(db, f)
