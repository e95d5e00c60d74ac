import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ConsultaEpcis, type ConsultaGuardada } from '#contract/epcis/epcis'
import { ErrorHttp } from '../../platform/http/errores'

/** A query as it is answered: what the address of the call names, and what was asked for. */
export type Consulta = Omit<ConsultaEpcis, 'empresa' | 'nextPageToken' | 'perPage'>

export const errorOfQuery = (mensaje: string, campo?: string) =>
  new ErrorHttp(400, 'consulta_no_valida', mensaje, campo)

const VOCABULARY =
  /^(?:urn:epcglobal:cbv:(?:bizstep|disp|er):|https?:\/\/(?:ref|ns)\.gs1\.org\/(?:voc|cbv)\/(?:BizStep|Disp|ER)-)/

/** A word of the CBV, however it was written. */
export const wordOf = (s: string): string => s.replace(VOCABULARY, '')

/** The rest of the parts that fit in between, of the call of a resource. */
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

/** A query that somebody subscribed to. Throws 400 for one that is none. */
export function parseGuardada(g: ConsultaGuardada): Consulta {
  const parsed = ConsultaEpcis.safeParse(g)
  if (!parsed.success)
    throw errorOfQuery(parsed.error.issues[0]?.message ?? 'La consulta no es válida.', 'consulta')
  return narrow(parsed.data, {})
}

/** Where a reader of pages stands. It holds no secret: whoever changes it changes what they read of their own company. */
const Token = z.strictObject({
  /** Of which query. */
  q: z.string().length(16),
  /** The last event that was told when the first page was asked for: what comes meanwhile is for the next query. */
  hasta: z.number().int().min(0),
  /** The last event of the page before: its number, and when it happened where that is the order. */
  id: z.number().int().min(0),
  t: z.iso.datetime().nullable(),
  /** Events that may still come, of those that were asked for. */
  quedan: z.number().int().min(1).nullable(),
})
export type Token = z.infer<typeof Token>

const hashOfQuery = (q: Consulta) =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(q).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')
    .slice(0, 16)

export const writeToken = (q: Consulta, t: Omit<Token, 'q'>): string =>
  Buffer.from(JSON.stringify({ q: hashOfQuery(q), ...t })).toString('base64url')

/** Throws 400 for what is no token of this query. */
export function readToken(q: Consulta, text: string): Token {
  try {
    const parsed = Token.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    if (parsed.q === hashOfQuery(q)) return parsed
  } catch {}
  throw errorOfQuery('nextPageToken no es de esta consulta.', 'nextPageToken')
}
