import type { Result } from '../../avisos/avisos/channels/canal'
import type { NotificationSender } from '../../avisos/avisos/delivery/envio'
import { MAX_ESPERA_MS, nextIntento } from '../../avisos/avisos/delivery/espera'
import { findReceptorWebhook } from '../../avisos/avisos/service'
import type { Db } from '../../platform/db/client'
import { parseGuardada } from './consulta'
import { queryDocument } from './documento'
import { findLast, listEventos } from './repo'
import * as repo from './repo-suscripciones'

/** Events in one message: a receiver accepts or refuses it whole. */
const POR_ENVIO = 100
/** The longest that a job sends for one subscription, ms. The rest is a new job, queued behind those of others. */
const TURN_MS = 60_000

export type DatosEnviar = { id: number }

/**
 * Sends a subscription's events to its webhook in order of publishing, up to the first page that fails. That page is retried with the same
 * events and the same id. A page that was delivered, but not recorded because the process died, is sent again.
 */
export async function sendSuscripcion(
  m: NotificationSender,
  { id }: DatosEnviar,
  signal?: AbortSignal,
): Promise<void> {
  const end = performance.now() + TURN_MS
  for (;;) {
    const more = await m.db.transaction().execute((tx) => sendNext(tx, m, id))
    if (!more) return
    if (signal?.aborted || performance.now() > end) break
  }
  await repo.queueSuscripcion(m.db, id)
}

/** @returns whether there may be more to send now */
async function sendNext(tx: Db, m: NotificationSender, id: number): Promise<boolean> {
  const now = m.ahora()
  const s = await repo.holdEnviable(tx, id, now)
  if (!s) return false
  const hasta = s.hasta ?? (await findLast(tx, s.empresa))
  if (hasta <= s.cursor) return false
  const rows = await listEventos(tx, s.empresa, parseGuardada(s.consulta), {
    hasta,
    desde: { id: s.cursor, t: null },
    limite: POR_ENVIO,
  })
  const last = rows.at(-1)
  if (!last) {
    await repo.saveEnviada(tx, id, hasta, null)
    return false
  }
  const w = await findReceptorWebhook(tx, s.webhook, now)
  if (!w?.activo) {
    await repo.pauseSuscripcion(tx, id, 'El webhook está desactivado.')
    return false
  }
  const body = JSON.stringify(queryDocument(rows, m.zona, String(id)))
  const message = { id: `epcis-${id}-${rows[0]?.id}-${last.id}`, type: 'application/ld+json', body }
  const result = await m.postSigned(w, message)
  if (!('ok' in result)) return noteFailure(tx, s, result, { hasta: last.id, now })
  await repo.saveEnviada(tx, id, last.id, now)
  return true
}

/** @returns whether there may be more to send now: not before the failed page is retried */
async function noteFailure(
  tx: Db,
  s: repo.Enviable,
  r: Exclude<Result, { ok: true }>,
  { hasta, now }: { hasta: number; now: Date },
): Promise<false> {
  if (!('retry' in r)) {
    await repo.pauseSuscripcion(tx, s.id, 'refused' in r ? r.refused : r.gone)
    return false
  }
  const desde = s.desde ?? now
  const siguiente = nextIntento(now, desde, s.intentos + 1, r.esperaS)
  if (siguiente) await repo.saveFallo(tx, s, { hasta, error: r.retry, desde, siguiente })
  else {
    const hours = MAX_ESPERA_MS / 3_600_000
    await repo.pauseSuscripcion(tx, s.id, `No se ha podido entregar en ${hours} horas. ${r.retry}`)
  }
  return false
}
