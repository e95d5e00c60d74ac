import type { z } from 'zod'

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
  /** One English sentence for OpenAPI. */
  summary: string
  /** Field of the multipart form by which it takes a file; unset: it takes none. */
  formFile?: string
  params?: P
  query?: Q
  body?: B
  response: R
}

export function endpoint<
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodType,
>(e: Endpoint<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return e
}
