import type { z } from 'zod'
import type { Ambito } from './personas/claves-api/values'

export type Metodo = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One call of the API. The server binds it to a handler and the web calls it; both take their types from here. */
export type Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> = {
  method: Metodo
  /** Path without the host, with `{name}` for parameters. */
  path: string
  /**
   * Permission that an API key needs for it; null: no key may make it. Closed to keys are calls about people, keys, credentials, one person's
   * own things or the installation, and calls that only make sense on a screen.
   */
  key: Ambito | null
  /** One English sentence for OpenAPI. */
  summary: string
  /** Field of the multipart form by which it takes a file; unset: it takes none. */
  formFile?: string
  params?: P
  query?: Q
  body?: B
  response: R
}

/**
 * Declares a call. The name of the constant is the name by which the web, OpenAPI and generated clients know it.
 * @param address method and path, as `GET /api/avisos/{id}`
 */
export function endpoint<
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodType,
>(
  address: `${Metodo} /${string}`,
  key: Ambito | null,
  rest: Omit<Endpoint<P, Q, B, R>, 'method' | 'path' | 'key'>,
): Endpoint<P, Q, B, R> {
  const [method, path] = address.split(' ') as [Metodo, string]
  return { method, path, key, ...rest }
}
