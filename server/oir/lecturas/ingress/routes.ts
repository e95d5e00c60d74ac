import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ErrorApi } from '#contract/comunes'
import { Recibo, RUTA_LECTURAS } from '#contract/oir/lecturas/lecturas'
import { ErrorHttp, noEncontrado } from '../../../platform/http/errores'
import type { Metricas } from '../../../platform/metrics/metrics'
import { FORMATOS, isFormato } from '../formats/gateways/makers'
import type { Origen, Result } from '../pipeline/message'
import type { Credenciales } from './credenciales'
import type { Recepcion } from './recepcion'

const MAX_BODY = 1 << 20
const TIPOS = /^(application\/(json|[\w.+-]*\+json|octet-stream|x-www-form-urlencoded)|text\/plain)\s*(;|$)/i

/** An error answer. If the message could be read, it holds the counts of its readings. */
const Rechazado = ErrorApi.extend(Recibo.partial().shape)

const sinCredencial = () =>
  new ErrorHttp(401, 'sin_credencial', 'Falta una credencial de lector válida.', undefined, {
    'www-authenticate': 'Basic realm="Retorna"',
  })

/**
 * User name and secret of a request: HTTP Basic, or bearer `usuario:clave`. Meraki's cloud sends neither; for it, the secret in the body.
 */
function pairOf(request: FastifyRequest, formato: string): [string, string] | null {
  const [schema = '', valor = ''] = (request.headers.authorization ?? '').split(' ')
  let pair = ''
  if (/^basic$/i.test(schema)) pair = Buffer.from(valor, 'base64').toString()
  else if (/^bearer$/i.test(schema)) pair = valor
  else if (formato === 'meraki')
    pair = /"secret"\s*:\s*"([\w-]+:[\w-]+)"/.exec(String(request.body))?.[1] ?? ''
  const colon = pair.indexOf(':')
  return colon > 0 ? [pair.slice(0, colon), pair.slice(colon + 1)] : null
}

function answer(r: Result): { status: number; cuerpo: object } {
  const { aceptadas, duplicadas, sin_registrar, rechazadas, rechazos } = r
  const recibo: Recibo = { aceptadas, duplicadas, sin_registrar, rechazadas }
  if (aceptadas + duplicadas + sin_registrar > 0 || rechazadas === 0) return { status: 200, cuerpo: recibo }
  const ajeno = rechazos.every((x) => x.motivo === 'lector_ajeno')
  const { motivo, detalle } = rechazos[0] ?? { motivo: 'ilegible', detalle: 'No se ha podido leer nada.' }
  return { status: ajeno ? 403 : 422, cuerpo: { error: detalle, code: motivo, ...recibo } }
}

/** `POST /api/lecturas/{formato}`: readings of gateways by HTTP. An answer of 200 means committed. */
export function installLecturasGateway(
  app: FastifyInstance,
  receive: Recepcion,
  credenciales: Credenciales,
  metricas: Metricas,
): void {
  app.register(async (ingress) => {
    // Bodies are read as text whatever their type: the decoders do their own parsing and never throw.
    ingress.removeAllContentTypeParsers()
    ingress.addHook('onRequest', async ({ headers }) => {
      // Firmware may name no type, or one that is none.
      if (!headers['content-type']?.includes('/')) headers['content-type'] = 'application/octet-stream'
    })
    ingress.addContentTypeParser(TIPOS, { parseAs: 'string' }, (_request, cuerpo, done) => done(null, cuerpo))

    ingress.post<{ Params: { formato: string }; Body: string }>(
      RUTA_LECTURAS.replace('{formato}', ':formato'),
      {
        bodyLimit: MAX_BODY,
        config: { textBody: ['application/json', 'text/plain'] },
        schema: {
          operationId: 'sendLecturas',
          summary: 'Readings of a gateway in its own format.',
          tags: ['lecturas'],
          response: { 200: Recibo, '4xx': Rechazado, '5xx': ErrorApi },
        },
      },
      async (request, reply) => {
        const { formato } = request.params
        if (!isFormato(formato))
          throw noEncontrado(`Formato desconocido. Los formatos son: ${FORMATOS.join(', ')}.`)
        const pair = pairOf(request, formato)
        const origen: Origen | null = pair && (await credenciales.check(pair[0], pair[1]))
        if (!origen) {
          metricas.rechazados.inc({ via: 'http', motivo: 'sin_credencial' })
          throw sinCredencial()
        }
        if (typeof request.body !== 'string')
          throw new ErrorHttp(415, 'tipo_no_admitido', 'El tipo de contenido no está admitido.')
        const { status, cuerpo } = answer(
          await receive({ formato, via: 'http', topic: null, texto: request.body, origen }),
        )
        return reply.code(status).send(cuerpo)
      },
    )

    // Meraki's cloud asks for a validator before it sends anything. The validator is part of the URL that it calls.
    ingress.get<{ Querystring: { validador?: string } }>(
      RUTA_LECTURAS.replace('{formato}', 'meraki'),
      {
        schema: {
          operationId: 'getValidadorMeraki',
          summary: 'Validator of the Meraki Scanning API.',
          tags: ['lecturas'],
          response: { 200: { content: { 'text/plain': { schema: z.string() } } } },
        },
      },
      async (request, reply) => {
        const { validador } = request.query
        if (typeof validador !== 'string' || !/^[\w-]{1,128}$/.test(validador)) throw noEncontrado()
        return reply.type('text/plain').send(validador)
      },
    )
  })
}
