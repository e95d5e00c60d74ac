import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { ask } from './request'

/** An error answer of the product; `message` is the product's. */
export class ErrorApi extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** An API client that keeps its cookie, as a browser does. */
export function createApi(base: string) {
  let cookie = ''

  return {
    async isReady(): Promise<boolean> {
      const res = await ask(new URL('/readyz', base), 'GET').catch(() => null)
      return res?.status === 200
    },
    /** Rejects with ErrorApi for an error answer, and with another error without an answer. */
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
