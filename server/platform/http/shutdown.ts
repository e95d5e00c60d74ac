import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Accept no more calls; resolves once those in flight have ended, or their time is over. */
    leave(): Promise<void>
  }
}

/** Time for a proxy to notice that this process is leaving, in ms; until then calls are served as before. */
const AVISO_MS = 2000
/** Time for the calls in flight once no more are accepted, in ms. */
const FIN_MS = 4000
const SWEEP_MS = 100

/**
 * A shutdown that goes unnoticed behind a proxy: each answer closes its connection, then the port is closed, and calls in flight may end.
 * Both times together are well below the limit for a process to end.
 */
export function installShutdown(app: FastifyInstance, conProxy: boolean): void {
  let fin: Promise<void> | null = null
  app.addHook('onRequest', async (_request, reply) => {
    if (fin) reply.header('connection', 'close')
  })
  async function close(): Promise<void> {
    if (conProxy) await sleep(AVISO_MS)
    // An answer that was begun before the shutdown keeps its connection alive.
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
