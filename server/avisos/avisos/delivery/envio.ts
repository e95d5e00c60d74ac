import { AVISOS, asuntoOf, lineaOf, viasOf } from '#contract/avisos/avisos/values'
import type { Db } from '../../../platform/db/client'
import type { Canales, Envio, Informe, InformeExtracto, Message, Result } from '../channels/canal'
import type { PostSigned } from '../channels/canal-webhook'
import { partsOf } from './destination'
import { nextIntento } from './espera'
import { enPalabras } from './horario'
import { queueDeliveries } from './outbox'
import {
  createPrueba,
  discardPendientes,
  type Entrega,
  findCorreo,
  findDue,
  findSuscripcion,
  findTercero,
  findWebhook,
  holdDestino,
  listDue,
  listNext,
  removeSuscripcion,
  saveDescartadas,
  saveEnviadas,
  saveFailure,
  switchOff,
} from './repo-entrega'

export type NotificationSender = {
  db: Db
  canales: Canales
  /** Sends messages to webhooks that are not notices. */
  postSigned: PostSigned
  zona: string
  ahora: () => Date
  /** Makes the file of a view, with the current rights of its receiver; null: the receiver may not have it any more. */
  makeInforme: (envioVista: number) => Promise<Informe | { retry: string } | null>
  /** Makes the monthly statement of a partner; null: it is not to be mailed any more. */
  makeExtracto: (tercero: number, mes: string) => Promise<InformeExtracto | { retry: string } | null>
}

const SIN_RECEPTOR = {
  correo: 'La cuenta está desactivada, ya no es de esta empresa o no tiene una dirección confirmada.',
  extracto: 'El extracto de este tercero ya no se envía por correo.',
  push: 'El dispositivo ya no recibe avisos, o su cuenta está desactivada o ya no es de esta empresa.',
  webhook: 'El webhook está desactivado o ya no existe.',
}

function messageOf({ aviso }: Entrega, m: NotificationSender): Message {
  if (!aviso)
    return {
      id: null,
      tipo: 'prueba',
      grave: false,
      asunto: 'Prueba de Retorna',
      linea: 'Es una prueba: los avisos de Retorna llegan hasta aquí.',
      boton: 'Abrir Retorna',
      enlace: '/avisos',
      tiempo: m.ahora(),
      datos: {},
    }
  return {
    id: aviso.id,
    tipo: aviso.tipo,
    grave: aviso.gravedad === 'grave',
    asunto: asuntoOf(aviso),
    linea: lineaOf(aviso, enPalabras(m.ahora(), m.zona)),
    boton: AVISOS[aviso.tipo].boton,
    enlace: aviso.enlace,
    tiempo: aviso.tiempo,
    datos: aviso.datos,
  }
}

const mensajeDeInforme = (i: Informe, m: NotificationSender): Message => ({
  id: null,
  tipo: 'vista',
  grave: false,
  asunto: `${i.pantalla}: ${i.nombre}`,
  linea:
    'motivo' in i.adjunto
      ? `La vista «${i.nombre}» de ${i.pantalla} no va adjunta. ${i.adjunto.motivo}`
      : `Va adjunta la vista «${i.nombre}» de ${i.pantalla}, tal como está ahora.`,
  boton: 'Abrir la vista',
  enlace: i.enlace,
  tiempo: m.ahora(),
  datos: {},
})

const mensajeDeExtracto = (i: InformeExtracto, m: NotificationSender): Message => ({
  id: null,
  tipo: 'extracto',
  grave: false,
  asunto: i.asunto,
  linea: i.lineas.join(' '),
  boton: 'Abrir el extracto',
  enlace: i.enlace ?? '',
  tiempo: m.ahora(),
  datos: {},
})

/** A file for a delivery; or why there is none. */
type Made = { id: string; informe: Informe | InformeExtracto | Exclude<Result, { ok: true }> }

/**
 * Makes the file of a destination's next delivery before the transaction that sends it, because it may take too long for one. What is due
 * and what the receiver may see is checked again when it is sent.
 * @returns null: the delivery has no file; undefined: nothing is due
 */
async function makeNext(m: NotificationSender, destino: string): Promise<Made | null | undefined> {
  const [next] = await listNext(m.db, destino, m.ahora())
  if (!next?.informe) return next && null
  const { envioVista, tercero, mes } = next.informe
  const a = await findReceptor(m.db, m, destino)
  if (tercero !== null && mes !== null) {
    const informe = a?.activo ? await m.makeExtracto(tercero, mes) : null
    return { id: next.id, informe: informe ?? { refused: SIN_RECEPTOR.extracto } }
  }
  const informe = envioVista === null || !a?.activo ? null : await m.makeInforme(envioVista)
  return { id: next.id, informe: informe ?? { refused: 'La vista ya no se envía, o ya no se puede ver.' } }
}

/** The message for deliveries that are sent together; or their result, where nothing is sent. */
function prepareEnvio(
  m: NotificationSender,
  [first, ...resto]: [Entrega, ...Entrega[]],
  made: Made | null,
): Envio | Exclude<Result, { ok: true }> {
  const { id, resumen } = first
  if (!first.informe || !made)
    return { id, mensajes: [messageOf(first, m), ...resto.map((e) => messageOf(e, m))], resumen }
  const { informe } = made
  if ('extracto' in informe) return { id, mensajes: [mensajeDeExtracto(informe, m)], resumen, informe }
  return 'envioVista' in informe
    ? { id, mensajes: [mensajeDeInforme(informe, m)], resumen, informe }
    : informe
}

/** The receiver in its current state, with a function to send to it; undefined: it does not exist. */
async function findReceptor(tx: Db, m: NotificationSender, destino: string) {
  const { canal, id, isTercero } = partsOf(destino)
  if (canal === 'webhook') {
    const w = await findWebhook(tx, id, m.ahora())
    return w && { ...w, vias: undefined, send: (e: Envio) => m.canales.webhook(w, e) }
  }
  if (canal === 'push') {
    const s = await findSuscripcion(tx, id)
    return s && { ...s, vias: s, send: (e: Envio) => m.canales.push(s, e) }
  }
  if (isTercero) {
    const t = await findTercero(tx, id)
    return t && { ...t, vias: undefined, send: (e: Envio) => m.canales.correo(t, e) }
  }
  const c = await findCorreo(tx, id)
  return c && { ...c, vias: c, send: (e: Envio) => m.canales.correo(c, e) }
}

async function endDestino(tx: Db, destino: string, motivo: string, now: Date): Promise<void> {
  const { canal, id } = partsOf(destino)
  if (canal === 'push') await removeSuscripcion(tx, id)
  if (canal === 'webhook') await switchOff(tx, id, motivo)
  await discardPendientes(tx, destino, motivo, now)
}

/** Records the result. @returns whether the destination accepts more now */
async function note(
  tx: Db,
  m: NotificationSender,
  destino: string,
  entregas: Entrega[],
  r: Result,
): Promise<boolean> {
  const ids = entregas.map((e) => e.id)
  const now = m.ahora()
  if ('ok' in r) await saveEnviadas(tx, ids, now)
  else if ('refused' in r) await saveFailure(tx, ids, r.refused, null, now)
  else if ('gone' in r) {
    await saveFailure(tx, ids, r.gone, null, now)
    await endDestino(tx, destino, r.gone, now)
  } else {
    const first = entregas[0] as Entrega
    const siguiente = nextIntento(now, first.debida, first.intentos + 1, r.esperaS)
    const motivo = siguiente ? r.retry : `No se ha podido entregar en 24 horas. ${r.retry}`
    await saveFailure(tx, ids, motivo, siguiente, now)
    return siguiente === null
  }
  return true
}

type Step = 'busy' | 'nothing' | 'wait' | 'more'

/**
 * Sends the next delivery within the transaction that records it. If the process dies in between, it is sent again under the same id, and
 * never lost.
 */
async function deliverNext(tx: Db, m: NotificationSender, destino: string, made: Made | null): Promise<Step> {
  if (!(await holdDestino(tx, destino))) return 'busy'
  const all = await listNext(tx, destino, m.ahora())
  if (!all.length) return 'nothing'
  // It became the next delivery meanwhile: its file must be made first.
  if (all[0]?.informe && all[0].id !== made?.id) return 'more'
  const a = await findReceptor(tx, m, destino)
  const now = m.ahora()
  const { canal, isTercero } = partsOf(destino)
  const suyas = all.filter((e) => a?.activo && a.empresa === e.empresa)
  if (suyas.length < all.length) {
    const ajenas = all.filter((e) => !suyas.includes(e)).map((e) => e.id)
    await saveDescartadas(tx, ajenas, SIN_RECEPTOR[isTercero ? 'extracto' : canal], now)
  }
  const wants = ({ aviso }: Entrega) =>
    !aviso || !a?.vias || canal === 'webhook' || viasOf(a.vias, aviso.tipo)[canal] !== 'no'
  const queridas = suyas.filter(wants)
  if (queridas.length < suyas.length) {
    const sobran = suyas.filter((e) => !wants(e)).map((e) => e.id)
    await saveDescartadas(tx, sobran, 'Quien lo recibía ya no quiere avisos de estos por esta vía.', now)
  }
  const [first, ...resto] = queridas
  if (!a || !first) return 'more'
  const envio = prepareEnvio(m, [first, ...resto], made)
  const result = 'mensajes' in envio ? await a.send(envio) : envio
  return (await note(tx, m, destino, queridas, result)) ? 'more' : 'wait'
}

/** The longest that a job sends to one destination, ms. The rest is a new job, queued behind those of others. */
const TURN_MS = 60_000

/**
 * Sends what is due to a destination, in order, until one fails. Only one process at a time sends to a destination; it also sends what is
 * queued meanwhile.
 */
export async function sendPendientes(
  m: NotificationSender,
  destino: string,
  signal?: AbortSignal,
): Promise<void> {
  const end = performance.now() + TURN_MS
  let step: Step = 'more'
  while (step === 'more' && performance.now() < end && !signal?.aborted) {
    const made = await makeNext(m, destino)
    step =
      made === undefined
        ? 'nothing'
        : await m.db.transaction().execute((tx) => deliverNext(tx, m, destino, made))
  }
  if (step === 'busy') return
  // Queues a job for the retry, for deliveries that another process left to this one, and for the rest.
  const due = await findDue(m.db, destino)
  if (due) await queueDeliveries(m.db, due.urgency, [due], null, m.ahora())
}

/** Queues deliveries that have become due. */
export async function queueDue(m: NotificationSender): Promise<void> {
  const due = await listDue(m.db, m.ahora())
  for (const urgency of ['grave', 'normal', 'vista'] as const)
    await queueDeliveries(
      m.db,
      urgency,
      due.filter((d) => d.urgency === urgency),
      null,
      m.ahora(),
    )
}

/** Sends a test message ahead of everything that is queued. @returns why it did not arrive, or null */
export async function sendPrueba(
  m: NotificationSender,
  p: { empresa: number; destino: string; usuario: number | null; nombre: string },
): Promise<string | null> {
  const { canal } = partsOf(p.destino)
  const id = await createPrueba(m.db, { ...p, canal }, m.ahora())
  const a = await findReceptor(m.db, m, p.destino)
  const prueba = {
    id,
    empresa: p.empresa,
    canal,
    resumen: false,
    intentos: 0,
    debida: m.ahora(),
    informe: null,
    aviso: null,
  }
  const r = a
    ? await a.send({ id, mensajes: [messageOf(prueba, m)], resumen: false })
    : { refused: 'Ya no existe.' }
  if ('ok' in r) {
    await saveEnviadas(m.db, [id], m.ahora())
    return null
  }
  const motivo = 'retry' in r ? r.retry : 'refused' in r ? r.refused : r.gone
  await saveFailure(m.db, [id], motivo, null, m.ahora())
  if ('gone' in r) await endDestino(m.db, p.destino, motivo, m.ahora())
  return motivo
}
