import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Take no more calls, and end once those under way have ended, or have had their time. */
    leave(): Promise<void>
  }
}

/** So long a proxy may take to hear that this process is leaving; until then it is served as ever. */
const AVISO_MS = 2000
/** So long calls may take that are under way when no more are taken. */
const FIN_MS = 4000
const SWEEP_MS = 100

/**
 * An end that nobody notices behind a proxy: each answer ends its connection, then the port is shut, and what is under way
 * goes on to its end. Both times together are well below those in which a process must have ended.
 */
export function installShutdown(app: FastifyInstance, conProxy: boolean): void {
  let fin: Promise<void> | null = null
  app.addHook('onRequest', async (_request, reply) => {
    if (fin) reply.header('connection', 'close')
  })
  async function close(): Promise<void> {
    if (conProxy) await sleep(AVISO_MS)
    // A connection whose last answer was begun before is kept alive by it.
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
    const corte = setTimeout(() => app.server.closeAllConnections(), FIN_MS)
    try {
      await app.close()
    } finally {
      clearInterval(sweep)
      clearTimeout(corte)
    }
  }
  app.decorate('leave', () => {
    fin ??= close()
    return fin
  })
}
