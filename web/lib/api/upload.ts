import type { z } from 'zod'
import { ErrorLlamada, errorOf, urlOf } from './api'
import type { Llamada } from './llamadas'

type Consulta<Q> = Q extends z.ZodUndefined ? never : Q extends z.ZodType ? z.input<Q> : never

/** Send one file to a call that takes it as a form (field `archivo`). Errors are thrown as ErrorLlamada. */
export const upload = <Q extends z.ZodType, R extends z.ZodType>(
  e: Llamada<z.ZodUndefined, Q, z.ZodUndefined, R>,
  archivo: File,
  query: Consulta<Q>,
  signal?: AbortSignal,
): Promise<z.output<R>> => send(e, urlOf(e.path, undefined, query as object), archivo, signal)

/** The same for a call whose path names what the file belongs to. */
export const uploadOf = <P extends z.ZodType, R extends z.ZodType>(
  e: Llamada<P, z.ZodUndefined, z.ZodUndefined, R>,
  archivo: Blob,
  params: Consulta<P>,
): Promise<z.output<R>> => send(e, urlOf(e.path, params as object), archivo)

async function send<R extends z.ZodType>(
  e: { method: string },
  url: string,
  archivo: Blob,
  signal?: AbortSignal,
): Promise<z.output<R>> {
  const body = new FormData()
  body.append('archivo', archivo, archivo instanceof File ? archivo.name : 'archivo')
  let res: Response
  try {
    res = await fetch(url, {
      method: e.method,
      credentials: 'include',
      body,
      ...(signal && { signal }),
    })
  } catch (causa) {
    if (causa instanceof DOMException && causa.name === 'AbortError') throw causa
    throw new ErrorLlamada(0, 'sin_conexion', 'No hay conexión con el servidor.')
  }
  if (!res.ok) throw await errorOf(res)
  return res.json()
}
