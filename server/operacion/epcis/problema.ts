import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorHttp, explain } from '../../platform/http/errores'

/** Error types of EPCIS 2.0 by HTTP status; for query errors by our error code. */
const TYPES: Record<number, readonly [type: string, title: string]> = {
  400: ['QueryParameterException', 'EPCIS query exception'],
  401: ['SecurityException', 'Unauthorised request'],
  403: ['SecurityException', 'Access to resource forbidden'],
  404: ['NoSuchResourceException', 'Resource not found'],
  406: ['NotAcceptableException', 'Conflicting request and response headers'],
  413: ['QueryTooLargeException', 'Query result is too large'],
  414: ['URITooLongException', 'URI Too Long'],
  415: ['UnsupportedMediaTypeException', 'Unsupported Media Type'],
  429: ['SecurityException', 'Too many requests'],
  501: ['ImplementationException', 'Functionality not supported by server'],
}
const OWN = ['ImplementationException', 'A server-side error occurred'] as const

/** An unknown parameter is refused by its name. */
function wordsOf(error: FastifyError | ErrorHttp, said: string): string {
  const issue = 'validation' in error ? error.validation?.[0] : undefined
  const unknown = (issue?.params as { issue?: { keys?: string[] } } | undefined)?.issue?.keys
  return unknown?.length
    ? `No se entiende ${unknown.join(', ')}: los parámetros que se entienden están en docs/epcis.md.`
    : said
}

/**
 * Errors of the EPCIS routes as RFC 7807 problems, with the types of EPCIS 2.0; `detail` is written for people.
 * @param spoken headers of every answer, whatever is wrong with the call
 */
export function installProblemas(app: FastifyInstance, spoken: Record<string, string>): void {
  app.setErrorHandler((error: FastifyError | ErrorHttp, request: FastifyRequest, reply: FastifyReply) => {
    const { status, cuerpo, cabeceras } = explain(error, request)
    const [type, title] = TYPES[status] ?? OWN
    return reply
      .code(status)
      .headers({ ...spoken, ...cabeceras })
      .type('application/problem+json; charset=utf-8')
      .send(
        JSON.stringify({
          type: `epcisException:${type}`,
          title,
          status,
          detail: wordsOf(error, cuerpo.error),
          code: cuerpo.code,
          ...(cuerpo.campo && { campo: cuerpo.campo }),
        }),
      )
  })
}
