import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'

const ESPERA_MS = 20_000

/** `status` 0: no answer at all. */
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

  async function ask(path: string, opciones: RequestInit): Promise<Response> {
    try {
      return await fetch(new URL(path, base), { ...opciones, signal: AbortSignal.timeout(ESPERA_MS) })
    } catch (e) {
      throw new ErrorApi(0, (e as Error).message)
    }
  }

  return {
    async isReady(): Promise<boolean> {
      const res = await ask('/readyz', {}).catch(() => null)
      await res?.arrayBuffer().catch(() => {})
      return res?.ok ?? false
    },
    async call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
      e: Endpoint<P, Q, B, R>,
      params: Record<string, string> = {},
      body?: z.input<B>,
    ): Promise<z.output<R>> {
      const res = await ask(
        e.path.replace(/\{(\w+)\}/g, (_, k: string) => encodeURIComponent(params[k] ?? '')),
        {
          method: e.method,
          headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          body: body === undefined ? undefined : JSON.stringify(body),
        },
      )
      const dada = res.headers.getSetCookie()[0]?.split(';')[0]
      if (dada) cookie = dada
      const cuerpo = (await res.json().catch(() => ({}))) as { error?: string }
      if (!res.ok) throw new ErrorApi(res.status, cuerpo.error ?? `HTTP ${res.status}`)
      return cuerpo as z.output<R>
    },
  }
}

export type Api = ReturnType<typeof createApi>
