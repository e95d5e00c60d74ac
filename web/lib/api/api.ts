import type { z } from 'zod'
import { findRespuesta, keepRespuesta } from './antiguo'
import type { Llamada } from './llamadas'

/** The server refused the call, or did not answer (`status` 0, `code` `sin_conexion`). `message` is Spanish, for the user. */
export class ErrorLlamada extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly campo?: string,
    /** Text of a response body that is not one of ours, without its markup. */
    readonly cuerpo = '',
  ) {
    super(message)
  }

  /** No answer came, or a proxy answered that the server is unreachable. */
  get sinServidor(): boolean {
    return this.status === 0 || (this.status >= 502 && this.status <= 504)
  }

  /** A retry may help later: no answer, no session, rate limit reached, or a server failure. */
  get pasajero(): boolean {
    return this.status === 0 || this.status === 401 || this.status === 429 || this.status >= 500
  }
}

/** Whether to retry a failed query: twice at most, never after a refusal, and never without network. */
export const retry = (veces: number, causa: Error) =>
  veces < 2 &&
  navigator.onLine &&
  !(causa instanceof ErrorLlamada && causa.status >= 400 && causa.status < 500)

let onSesionLost: () => void = () => {}

/** `fn` runs whenever a call is answered with 401. */
export function listenSesionLost(fn: () => void): void {
  onSesionLost = fn
}

let onForbidden: () => void = () => {}

/** `fn` runs whenever a call is answered with 403: the user's permissions may have changed meanwhile. */
export function listenForbidden(fn: () => void): void {
  onForbidden = fn
}

const MAX_CUERPO = 200

function readJson(texto: string) {
  try {
    return JSON.parse(texto)
  } catch {
    return null
  }
}

/** Text of an HTML page that a proxy answered with. */
function palabrasOf(pagina: string): string {
  const sinMarcas = pagina.replace(/<(head|style|script)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ')
  return sinMarcas.replace(/\s+/g, ' ').trim().slice(0, MAX_CUERPO)
}

/** A refusal of the server as an error with the server's message; `sinPalabras` if it has none. */
export async function errorOf(res: Response, sinPalabras?: string): Promise<ErrorLlamada> {
  if (res.status === 401) onSesionLost()
  if (res.status === 403) onForbidden()
  const texto = await res.text().catch(() => '')
  const cuerpo = readJson(texto)
  return new ErrorLlamada(
    res.status,
    cuerpo?.code ?? 'error',
    cuerpo?.error ??
      cuerpo?.message ??
      sinPalabras ??
      `Error en la petición: ${res.statusText || res.status}`,
    cuerpo?.campo,
    cuerpo ? '' : palabrasOf(texto),
  )
}

type Entrada<P, Q, B> = {
  params?: P extends z.ZodUndefined ? never : P extends z.ZodType ? z.input<P> : never
  query?: Q extends z.ZodUndefined ? never : Q extends z.ZodType ? z.input<Q> : never
  body?: B extends z.ZodUndefined ? never : B extends z.ZodType ? z.input<B> : never
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Message for a refusal without one, for example from a proxy. */
  sinPalabras?: string
}

/** Address of a call; blank and absent query values are left out. */
export function urlOf(path: string, params?: object, query?: object): string {
  const ruta = path.replace(/\{(\w+)\}/g, (_, k: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[k])),
  )
  const q = new URLSearchParams()
  for (const [k, v] of Object.entries(query ?? {})) if (v != null && v !== '') q.set(k, String(v))
  return q.size ? `${ruta}?${q}` : ruta
}

const SIN_CONEXION = 'No hay conexión con el servidor.'

/** The cached answer to the same query, if there is one; otherwise, and for every mutation, the error. */
async function answerSinServidor(
  { method, path }: { method: string; path: string },
  url: string,
  causa: ErrorLlamada,
) {
  const guardada = method === 'GET' ? await findRespuesta(path, url) : null
  if (guardada) return guardada.json()
  throw causa
}

/**
 * Call the API. Errors are thrown as ErrorLlamada. Types come from the contract; the server has already validated the response against the
 * same schema, so the web does not validate it again.
 */
export async function call<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(e: Llamada<P, Q, B, R>, entrada: Entrada<P, Q, B> = {}): Promise<z.output<R>> {
  const url = urlOf(e.path, entrada.params as object | undefined, entrada.query as object | undefined)
  let res: Response
  try {
    res = await fetch(url, {
      method: e.method,
      credentials: 'include',
      signal: entrada.signal,
      headers: {
        ...(entrada.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...entrada.headers,
      },
      body: entrada.body === undefined ? undefined : JSON.stringify(entrada.body),
    })
  } catch (causa) {
    if (causa instanceof DOMException && causa.name === 'AbortError') throw causa
    return answerSinServidor(e, url, new ErrorLlamada(0, 'sin_conexion', SIN_CONEXION))
  }
  if (!res.ok) {
    const causa = await errorOf(res, entrada.sinPalabras)
    if (causa.sinServidor) return answerSinServidor(e, url, causa)
    throw causa
  }
  if (e.method === 'GET') keepRespuesta(e.path, url, res)
  return res.json()
}
