import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorApi } from '#contract/comunes'
import { isCancelada, isSinBase, isWriteConflict } from '../db/failures'

/** A refusal: its status, code and message are sent to the caller. */
export class ErrorHttp extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly campo?: string,
    readonly cabeceras: Record<string, string> = {},
  ) {
    super(message)
  }
}

export const entradaNoValida = (mensaje: string, campo?: string) =>
  new ErrorHttp(400, 'entrada_no_valida', mensaje, campo)
export const sinSesion = () => new ErrorHttp(401, 'sin_sesion', 'Inicie sesión para continuar.')
export const forbidden = (mensaje: string, code = 'prohibido') => new ErrorHttp(403, code, mensaje)
export const noEncontrado = (mensaje = 'No encontrado.') => new ErrorHttp(404, 'no_encontrado', mensaje)
export const conflicto = (mensaje: string, code = 'conflicto') => new ErrorHttp(409, code, mensaje)
export const demasiadas = (
  seconds: number,
  mensaje = 'Demasiados intentos. Espere un poco y vuelva a probar.',
) => new ErrorHttp(429, 'demasiadas_peticiones', mensaje, undefined, { 'retry-after': String(seconds) })
export const sinBase = (
  mensaje = 'La base de datos no responde ahora. Vuelva a intentarlo en unos segundos.',
) => new ErrorHttp(503, 'sin_base_de_datos', mensaje, undefined, { 'retry-after': '2' })
const writeConflict = () =>
  new ErrorHttp(503, 'ocupado', 'Otro cambio se ha cruzado con este. Vuelva a intentarlo.', undefined, {
    'retry-after': '1',
  })
const cancelada = () =>
  new ErrorHttp(
    503,
    'demasiado_lenta',
    'La consulta ha tardado demasiado y se ha cancelado. Pida menos cada vez o vuelva a intentarlo.',
    undefined,
    { 'retry-after': '10' },
  )

const DE_FASTIFY: Record<string, [number, string, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'demasiado_grande', 'El mensaje es demasiado grande.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'tipo_no_admitido', 'El tipo de contenido no está admitido.'],
  FST_CP_ERR_INVALID_CONTENT_ENCODING: [415, 'tipo_no_admitido', 'Esa compresión no está admitida.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'json_no_valido', 'El cuerpo no es un JSON válido.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'json_no_valido', 'Falta el cuerpo de la petición.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'entrada_no_valida', 'La longitud del cuerpo no coincide.'],
  FST_REQ_FILE_TOO_LARGE: [413, 'demasiado_grande', 'El archivo es demasiado grande.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [415, 'tipo_no_admitido', 'El tipo de contenido no está admitido.'],
  FST_ERR_BAD_URL: [400, 'entrada_no_valida', 'La dirección no es válida.'],
  FST_ERR_MAX_PARAM_LENGTH: [414, 'entrada_no_valida', 'La dirección es demasiado larga.'],
}

type Refusal = { status: number; cuerpo: ErrorApi; cabeceras?: Record<string, string> }

function explainError(error: FastifyError | ErrorHttp): Refusal {
  if (error instanceof ErrorHttp) {
    const { code, message, campo } = error
    return { status: error.status, cuerpo: { error: message, code, campo }, cabeceras: error.cabeceras }
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const first = error.validation[0]
    const campo = first?.instancePath.replace(/^\//, '').replaceAll('/', '.')
    const mensaje = first?.message ?? 'Los datos no son válidos.'
    return {
      status: 400,
      cuerpo: { error: mensaje, code: 'entrada_no_valida', campo: campo || undefined },
    }
  }
  const conocido = DE_FASTIFY[error.code]
  if (conocido) return { status: conocido[0], cuerpo: { error: conocido[2], code: conocido[1] } }
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return {
      status: error.statusCode,
      cuerpo: { error: 'La petición no es válida.', code: 'entrada_no_valida' },
    }
  if (isSinBase(error)) return explainError(sinBase())
  if (isCancelada(error)) return explainError(cancelada())
  if (isWriteConflict(error)) return explainError(writeConflict())
  return { status: 500, cuerpo: { error: 'Ha ocurrido un error en el servidor.', code: 'error_interno' } }
}

/** The answer to an error. Errors that are not the caller's are logged and not explained. */
export function explain(error: FastifyError | ErrorHttp, request: FastifyRequest): Refusal {
  const refusal = explainError(error)
  if (refusal.status === 500) request.log.error({ err: error }, 'request failed')
  else if (refusal.status > 500) request.log.info({ err: error }, 'request refused for now')
  return refusal
}

function answer(error: FastifyError | ErrorHttp, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, cuerpo, cabeceras } = explain(error, request)
  return reply
    .code(status)
    .headers(cabeceras ?? {})
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(cuerpo))
}

/** The only place where an error becomes an answer, except where a standard requires another form. */
export function installErrores(app: FastifyInstance): void {
  app.setErrorHandler(answer)
}

const DE_HTTP: Record<string, [string, ErrorApi]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    { error: 'La petición ha tardado demasiado en llegar.', code: 'demasiado_lenta' },
  ],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    { error: 'Las cabeceras son demasiado grandes.', code: 'demasiado_grande' },
  ],
}
const ILEGIBLE: [string, ErrorApi] = [
  '400 Bad Request',
  { error: 'La petición no es válida.', code: 'entrada_no_valida' },
]

/** Errors before a request exists: an invalid address, bytes that are not HTTP. */
export const erroresTempranos: Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> = {
  frameworkErrors: (error, request, reply) => {
    answer(error, request, reply)
  },
  clientErrorHandler: (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy(error)
      return
    }
    const [estado, cuerpo] = DE_HTTP[error.code] ?? ILEGIBLE
    const json = JSON.stringify(cuerpo)
    socket.end(
      `HTTP/1.1 ${estado}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
      () => socket.destroy(),
    )
  },
}
