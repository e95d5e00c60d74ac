import type { ServerResponse } from 'node:http'

declare module 'fastify' {
  interface FastifyInstance {
    /** Longest stall of the other side, in ms; decorated where the application is built. */
    paradaMaxMs: number
  }
}

/** End an answer when its client has read none of the waiting bytes for `ms` to 2 × `ms`. */
export function watchLector(response: ServerResponse, ms: number): void {
  response.setTimeout(ms, () => {
    if (response.writableLength > 0) response.destroy()
    // Nothing was waiting: the server itself had nothing to send.
    else response.setTimeout(ms)
  })
}
