import type { z } from 'zod'
import { ErrorLlamada, errorOf, urlOf } from './api'
import type { Llamada } from './llamadas'

type Consulta<Q> = Q extends z.ZodUndefined ? never : Q extends z.ZodType ? z.input<Q> : never

/** Send one file to a call that takes it as a form (field `archivo`). Errors come out as ErrorLlamada. */
export async function upload<Q extends z.ZodType, R extends z.ZodType>(
  e: Llamada<z.ZodUndefined, Q, z.ZodUndefined, R>,
  archivo: File,
  query: Consulta<Q>,
  signal?: AbortSignal,
): Promise<z.output<R>> {
  const body = new FormData()
  body.append('archivo', archivo)
  let res: Response
  try {
    res = await fetch(urlOf(e.path, undefined, query as object), {
      method: e.method,
      credentials: 'include',
      body,
      signal,
    })
  } catch (causa) {
    if (causa instanceof DOMException && causa.name === 'AbortError') throw causa
    throw new ErrorLlamada(0, 'sin_conexion', 'No hay conexión con el servidor.')
  }
  if (!res.ok) throw await errorOf(res)
  return res.json()
}
