import type { ServerResponse } from 'node:http'

declare module 'fastify' {
  interface FastifyInstance {
    /** Longest that the other side may stand still; decorated where the application is built. */
    paradaMaxMs: number
  }
}

/** End an answer when its client has read nothing of the waiting bytes for `ms` to 2 × `ms`. */
export function watchLector(response: ServerResponse, ms: number): void {
  response.setTimeout(ms, () => {
    if (response.writableLength > 0) response.destroy()
    // It is us who have had nothing to send.
    else response.setTimeout(ms)
  })
}
