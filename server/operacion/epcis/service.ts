import type { Db } from '../../platform/db/client'
import { ErrorHttp } from '../../platform/http/errores'
import { type Consulta, errorOfQuery, readToken, type Token, writeToken } from './consulta'
import { findPodado } from './log/repo-podar'
import * as repo from './repo'

/**
 * A page of a query, and the token of the next page; null: it is the last page. Each event that existed when the first page was requested
 * comes exactly once.
 */
export async function readPage(
  db: Db,
  empresa: number,
  q: Consulta,
  { perPage, nextPageToken }: { perPage: number; nextPageToken?: string | undefined },
): Promise<{ rows: repo.FilaEvento[]; next: string | null }> {
  const token = nextPageToken === undefined ? null : readToken(empresa, q, nextPageToken)
  const podado = token?.podado ?? (await findPodado(db, empresa))
  if (!token && q.LT_recordTime) await repo.waitForEventos(db, empresa)
  const hasta = token?.hasta ?? (await repo.findLast(db, empresa))
  if (!token && q.maxEventCount !== undefined)
    await checkCount(db, empresa, q, { hasta, max: q.maxEventCount })
  const quedan = token ? token.quedan : (q.eventCountLimit ?? null)
  const limite = Math.min(perPage, quedan ?? perPage)
  const found = await repo.listEventos(db, empresa, q, { hasta, desde: token, limite: limite + 1 })
  if (token) await checkCut(db, empresa, q, token)
  const rows = found.slice(0, limite)
  const last = rows.at(-1)
  const left = quedan === null ? null : quedan - rows.length
  if (!last || found.length <= limite || left === 0) return { rows, next: null }
  const t = q.orderBy === 'eventTime' ? last.event_time.toISOString() : null
  return { rows, next: writeToken(empresa, q, { hasta, id: last.id, t, podado, quedan: left }) }
}

/**
 * Throws 400 where events of the remaining pages may have been deleted, so that an incomplete result is not taken for a complete one. In
 * order of publishing, only deletions after the position matter.
 */
async function checkCut(db: Db, empresa: number, q: Consulta, token: Token): Promise<void> {
  const podado = await findPodado(db, empresa)
  if (podado > token.podado && !(repo.isForward(q) && token.id >= podado))
    throw errorOfQuery(
      'Parte de lo que seguía ya no se guarda: hay que empezar la consulta de nuevo.',
      'nextPageToken',
    )
}

/** Throws 413 if more events match than the request allows. */
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
