import type { ServerResponse } from 'node:http'

declare module 'fastify' {
  interface FastifyInstance {
    /** Longest that the other side may stand still; decorated where the application is built. */
    paradaMaxMs: number
  }
}

/** End an answer when its client has read nothing of the waiting bytes for `ms` to 2 × `ms`. */
export function watchLector(respuesta: ServerResponse, ms: number): void {
  respuesta.setTimeout(ms, () => {
    if (respuesta.writableLength > 0) respuesta.destroy()
    // It is us who have had nothing to send.
    else respuesta.setTimeout(ms)
  })
}
