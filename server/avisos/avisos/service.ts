import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type {
  updateWebhook as contratoCambiar,
  createWebhook as contratoCrear,
  Webhook,
} from '#contract/avisos/avisos/avisos'
import { MAX_WEBHOOKS } from '#contract/avisos/avisos/avisos'
import { TIPOS_AVISO, type Vias } from '#contract/avisos/avisos/values'
import { noteCambio } from '../../personas/auditoria/service'
import { empresaVisible } from '../../platform/auth/auth'
import type { Principal } from '../../platform/auth/principal'
import { type InternalHost, internalHostsOf } from '../../platform/config/internal-hosts'
import type { Db } from '../../platform/db/client'
import { findEmpresa } from '../../platform/db/queries/empresa'
import { conflicto, entradaNoValida, noEncontrado } from '../../platform/http/errores'
import { isoPlanta } from '../../platform/time/time'
import { PREFIJO_SECRETO } from './channels/canal-webhook'
import { discardPendientes, findWebhook } from './delivery/repo-entrega'
import { checkDestino, DestinoProhibido } from './delivery/salida'
import {
  createWebhook,
  type FilaWebhook,
  holdWebhook,
  removeWebhook,
  saveSecret,
  saveWebhook,
} from './repo-destino'
import { countEntregas, type EntregasFilter } from './repo-list'
import { findRol, getPreferencias, savePreferencias } from './repo-preferencia'

const DOS_SECRETOS_MS = 24 * 3_600_000
const newSecret = () => PREFIJO_SECRETO + randomBytes(32).toString('base64')

/** Throws 400 for an address that is not allowed. */
export function checkUrl(
  url: string,
  internalHosts: readonly InternalHost[],
  empresa: number,
  field: string,
): void {
  try {
    checkDestino(url, { internos: internalHostsOf(internalHosts, empresa) })
  } catch (e) {
    if (e instanceof DestinoProhibido) throw entradaNoValida(e.message, field)
    throw e
  }
}

export const presentWebhook = (w: FilaWebhook, zona: string): Webhook => ({
  ...w,
  previo_hasta: isoPlanta(w.previo_hasta, zona),
})

type New = z.output<NonNullable<(typeof contratoCrear)['body']>>
type Cambio = z.output<NonNullable<(typeof contratoCambiar)['body']>>

/** Throws 404 for an unknown company, 400 for an address that is not allowed, 409 if it has the most webhooks allowed. */
export async function createWebhookOf(
  tx: Db,
  principal: Principal,
  pedida: number,
  data: New,
  internalHosts: readonly InternalHost[],
) {
  const empresa = empresaVisible(principal, pedida) ?? pedida
  if (!(await findEmpresa(tx, empresa))) throw noEncontrado('No existe esa empresa.')
  checkUrl(data.url, internalHosts, empresa, 'url')
  const secreto = newSecret()
  const webhook = await createWebhook(tx, empresa, { ...data, secreto }, MAX_WEBHOOKS)
  if (!webhook) throw conflicto(`Una empresa puede tener como mucho ${MAX_WEBHOOKS} webhooks.`, 'demasiados')
  return { webhook, secreto }
}

/** Locks a webhook until the transaction ends. Throws 404 for one of another company. */
async function hold(tx: Db, principal: Principal, id: number): Promise<FilaWebhook> {
  const w = await holdWebhook(tx, id)
  if (!w || (!principal.is_admin && w.empresa !== principal.empresa))
    throw noEncontrado('No existe ese webhook.')
  return w
}
export const findWebhookOf = hold

/** The current URL of a webhook and its valid secrets; undefined: there is none. */
export const findReceptorWebhook = (db: Db, id: number, ahora: Date) => findWebhook(db, id, ahora)

export async function updateWebhookOf(
  tx: Db,
  principal: Principal,
  id: number,
  c: Cambio,
  { internos: internalHosts, ahora }: { internos: readonly InternalHost[]; ahora: Date },
) {
  const previous = await hold(tx, principal, id)
  if (c.url !== undefined) checkUrl(c.url, internalHosts, previous.empresa, 'url')
  const w = await saveWebhook(tx, { ...previous, ...c })
  if (!w.activo) await discardPendientes(tx, `webhook:${id}`, 'El webhook se ha desactivado.', ahora)
  return w
}

export async function removeWebhookOf(tx: Db, principal: Principal, id: number, ahora: Date): Promise<void> {
  await hold(tx, principal, id)
  await discardPendientes(tx, `webhook:${id}`, 'El webhook se ha eliminado.', ahora)
  await removeWebhook(tx, id)
}

export async function changeSecretOf(tx: Db, principal: Principal, id: number, ahora: Date) {
  const previous = await hold(tx, principal, id)
  const secreto = newSecret()
  const webhook = await saveSecret(tx, id, secreto, new Date(ahora.getTime() + DOS_SECRETOS_MS))
  await noteCambio(tx, {
    accion: 'cambiar',
    entidad: 'webhook',
    id: String(id),
    nombre: previous.nombre,
    despues: { secreto: 'cambiado' },
  })
  return { webhook, secreto }
}

/** Switches a user's mails off. @returns whether the user exists */
export async function leaveCorreo(tx: Db, usuario: number): Promise<boolean> {
  const who = await findRol(tx, usuario)
  if (!who) return false
  const p = await getPreferencias(tx, usuario, who.rol)
  const canales = Object.fromEntries(
    TIPOS_AVISO.map((t): [string, Vias] => [t, { ...p.canales[t], correo: 'no' }]),
  ) as typeof p.canales
  await savePreferencias(tx, usuario, who.empresa, { ...p, canales })
  return true
}

/** Number of deliveries that match a filter, by receiver. */
export const countEntregasOf = (db: Db, f: EntregasFilter) => countEntregas(db, f)
