import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { ask } from './request'

/** A refusal of the product; `message` is its own. */
export class ErrorApi extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** A visitor of the API: it keeps the cookie that it is given, as a browser does. */
export function createApi(base: string) {
  let cookie = ''

  return {
    async isReady(): Promise<boolean> {
      const res = await ask(new URL('/readyz', base), 'GET').catch(() => null)
      return res?.status === 200
    },
    /** Rejects with ErrorApi where the product refuses, with another error where it does not answer. */
    async call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
      e: Endpoint<P, Q, B, R>,
      params: Record<string, string> = {},
      body?: z.input<B>,
    ): Promise<z.output<R>> {
      const ruta = e.path.replace(/\{(\w+)\}/g, (_, k: string) => encodeURIComponent(params[k] ?? ''))
      const headers: Record<string, string> = { cookie }
      if (body !== undefined) headers['content-type'] = 'application/json'
      const cuerpo = body === undefined ? undefined : JSON.stringify(body)
      const { status, galleta, texto } = await ask(new URL(ruta, base), e.method, headers, cuerpo)
      if (galleta) cookie = galleta
      const parsed = JSON.parse(texto)
      if (status >= 400) throw new ErrorApi(status, String(parsed.error))
      return parsed
    },
  }
}
