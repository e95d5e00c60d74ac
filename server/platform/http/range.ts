import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ErrorHttp } from './errores'

type Entero = { bytes: number; etag: string; modificado: Date }
type Parte = { desde: number; hasta: number }

/** Dates in HTTP headers have no fractions of a second. */
const secondOf = (moment: Date) => Math.floor(moment.getTime() / 1000) * 1000

/** Whether the caller already has this content. */
function isSabido({ headers }: FastifyRequest, e: Entero): boolean {
  const { 'if-none-match': fingerprints, 'if-modified-since': desde } = headers
  if (fingerprints)
    return fingerprints.split(',').some((h) => h.trim().replace(/^W\//, '') === e.etag || h.trim() === '*')
  return desde !== undefined && secondOf(e.modificado) <= Date.parse(desde)
}

/** The one requested range; null: the whole content, also where several ranges are requested, or the range is of an older content. */
function readParte({ headers }: FastifyRequest, e: Entero): Parte | null {
  const [, desde = '', hasta = ''] =
    /^bytes=(\d*)-(\d*)$/.exec(headers.range?.replaceAll(' ', '') ?? '') ?? []
  const si = headers['if-range']
  if (si && si !== e.etag && Date.parse(String(si)) !== secondOf(e.modificado)) return null
  if (!desde && !hasta) return null
  const parte = desde
    ? { desde: Number(desde), hasta: Math.min(hasta ? Number(hasta) + 1 : e.bytes, e.bytes) }
    : { desde: Math.max(e.bytes - Number(hasta), 0), hasta: e.bytes }
  if (parte.desde < parte.hasta) return parte
  // A reversed range is ignored.
  if (desde && hasta && Number(desde) > Number(hasta)) return null
  throw new ErrorHttp(416, 'rango_no_valido', 'El archivo no tiene esa parte.', undefined, {
    'content-range': `bytes */${e.bytes}`,
  })
}

/** Answer with a file, or with the requested range of it. Throws 416 where the range is outside of it. */
export function sendRange(
  request: FastifyRequest,
  reply: FastifyReply,
  { tipo, ...e }: Entero & { tipo: string },
  read: (desde: number, hasta: number) => AsyncIterable<Buffer>,
): FastifyReply {
  reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': 'no-cache',
    etag: e.etag,
    'last-modified': e.modificado.toUTCString(),
  })
  if (isSabido(request, e)) return reply.code(304).send()
  const parte = readParte(request, e)
  const { desde, hasta } = parte ?? { desde: 0, hasta: e.bytes }
  if (parte) reply.code(206).header('content-range', `bytes ${desde}-${hasta - 1}/${e.bytes}`)
  return reply
    .type(tipo)
    .header('content-length', hasta - desde)
    .send(Readable.from(read(desde, hasta), { objectMode: false }))
}
