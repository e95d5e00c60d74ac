import type { Db } from '../../platform/db/client'
import { ErrorHttp } from '../../platform/http/errores'
import { type Consulta, readToken, writeToken } from './consulta'
import * as repo from './repo'

/** A page of a query, and the token of the one after; null: it is the last one. Each event that was told when the first was asked for comes once. */
export async function readPage(
  db: Db,
  empresa: number,
  q: Consulta,
  { perPage, nextPageToken }: { perPage: number; nextPageToken?: string | undefined },
): Promise<{ rows: repo.FilaEvento[]; next: string | null }> {
  const token = nextPageToken === undefined ? null : readToken(q, nextPageToken)
  if (!token && q.LT_recordTime) await repo.waitForEventos(db, empresa)
  const hasta = token?.hasta ?? (await repo.findLast(db, empresa))
  if (!token && q.maxEventCount !== undefined)
    await checkCount(db, empresa, q, { hasta, max: q.maxEventCount })
  const quedan = token ? token.quedan : (q.eventCountLimit ?? null)
  const limite = Math.min(perPage, quedan ?? perPage)
  const found = await repo.listEventos(db, empresa, q, { hasta, desde: token, limite: limite + 1 })
  const rows = found.slice(0, limite)
  const last = rows.at(-1)
  const left = quedan === null ? null : quedan - rows.length
  if (!last || found.length <= limite || left === 0) return { rows, next: null }
  const t = q.orderBy === 'eventTime' ? last.event_time.toISOString() : null
  return { rows, next: writeToken(q, { hasta, id: last.id, t, quedan: left }) }
}

/** Throws 413 where more events fit than were allowed. */
async function checkCount(
  db: Db,
  empresa: number,
  q: Consulta,
  { hasta, max }: { hasta: number; max: number },
): Promise<void> {
  const found = await repo.listEventos(db, empresa, q, { hasta, desde: null, limite: max + 1 })
  if (found.length > max)
    throw new ErrorHttp(413, 'demasiados_eventos', `Son más de ${max} eventos.`, 'maxEventCount')
}
