import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ConsultaEpcis, type ConsultaGuardada } from '#contract/operacion/epcis/epcis'
import { ErrorHttp } from '../../platform/http/errores'

/** A query with the filters of its URL and its parameters. */
export type Consulta = Omit<ConsultaEpcis, 'empresa' | 'nextPageToken' | 'perPage'>

export const errorOfQuery = (mensaje: string, campo?: string) =>
  new ErrorHttp(400, 'consulta_no_valida', mensaje, campo)

const VOCABULARY =
  /^(?:urn:epcglobal:cbv:(?:bizstep|disp|er):|https?:\/\/(?:ref|ns)\.gs1\.org\/(?:voc|cbv)\/(?:BizStep|Disp|ER)-)/

/** A CBV word without its vocabulary prefix. */
export const wordOf = (s: string): string => s.replace(VOCABULARY, '')

/** Adds the filters of a resource's URL to a query. */
export function narrow(q: ConsultaEpcis, more: Consulta): Consulta {
  const { empresa: _e, nextPageToken: _t, perPage: _p, ...asked } = q
  for (const k of Object.keys(more))
    if (asked[k as keyof Consulta] !== undefined)
      throw errorOfQuery(`${k} ya lo dice la dirección de la llamada.`, k)
  const all = { ...asked, ...more }
  if (all.eventCountLimit !== undefined && all.maxEventCount !== undefined)
    throw errorOfQuery('eventCountLimit y maxEventCount no van juntos.', 'maxEventCount')
  if (all.eventCountLimit !== undefined && !all.orderBy)
    throw errorOfQuery('eventCountLimit necesita orderBy.', 'eventCountLimit')
  if (all.orderDirection && !all.orderBy)
    throw errorOfQuery('orderDirection necesita orderBy.', 'orderDirection')
  return all
}

/** A stored query of a subscription. Throws 400 for an invalid one. */
export function parseGuardada(g: ConsultaGuardada): Consulta {
  const parsed = ConsultaEpcis.safeParse(g)
  if (!parsed.success)
    throw errorOfQuery(parsed.error.issues[0]?.message ?? 'La consulta no es válida.', 'consulta')
  return narrow(parsed.data, {})
}

/**
 * Position within the pages of a query. It needs no signature: changing it only changes which events of the caller's own company are read.
 */
const Token = z.strictObject({
  /** Hash of the query. */
  q: z.string().length(16),
  /** The last event when the first page was requested: events published later are not part of this query. */
  hasta: z.number().int().min(0),
  /** The last event of the previous page: its id, and its time if the order is by time. */
  id: z.number().int().min(0),
  t: z.iso
    .datetime()
    .refine((s) => !s.startsWith('0000'))
    .nullable(),
  /** The last event that was deleted by then: events deleted since may belong to the remaining pages. */
  podado: z.number().int().min(0).default(0),
  /** How many of the requested events may still follow. */
  quedan: z.number().int().min(1).nullable(),
})
export type Token = z.infer<typeof Token>

const hashOfQuery = (empresa: number, q: Consulta) =>
  createHash('sha256')
    .update(JSON.stringify([empresa, ...Object.entries(q).sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('hex')
    .slice(0, 16)

export const writeToken = (empresa: number, q: Consulta, t: Omit<Token, 'q'>): string =>
  Buffer.from(JSON.stringify({ q: hashOfQuery(empresa, q), ...t })).toString('base64url')

/** Throws 400 for text that is no token for this query of this company. */
export function readToken(empresa: number, q: Consulta, text: string): Token {
  try {
    const parsed = Token.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    if (parsed.q === hashOfQuery(empresa, q)) return parsed
  } catch {}
  throw errorOfQuery('nextPageToken no es de esta consulta.', 'nextPageToken')
}

/** Position within the pages of names: the last name that was sent. */
export const writeTokenOfName = (name: string): string => Buffer.from(name).toString('base64url')

/** Throws 400 for an invalid token. */
export function readTokenOfName(text: string): string {
  const name = Buffer.from(text, 'base64url').toString()
  if (name.includes('\0') || writeTokenOfName(name) !== text)
    throw errorOfQuery('nextPageToken no es de esta lista.', 'nextPageToken')
  return name
}
