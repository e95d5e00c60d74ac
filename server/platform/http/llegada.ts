import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call takes a file, whose upload may take long. */
    conArchivo?: boolean
  }
}

/** Minimum average speed of an upload, in bytes per second: 128 kbit/s. */
const MIN_BYTES_S = 16 << 10

type Limites = {
  /** Limit for a request to be complete, in ms. */
  llegadaMs: number
  /** For an upload instead: the longest time without a byte, in ms. From `llegadaMs` on it must have its minimum speed too. */
  paradaMs: number
}

/** A client that sends a body very slowly holds no resources for long; one with a large file may take its time. */
export function installLlegada(app: FastifyInstance, { llegadaMs, paradaMs }: Limites): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    const { socket, headers } = raw
    if (!headers['transfer-encoding'] && !Number(headers['content-length'])) return
    const end = () => {
      // The same error as Node's own for headers that do not come in time.
      const demora = Object.assign(new Error('body too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      if (reply.raw.headersSent) socket.destroy()
      else app.server.emit('clientError', demora, socket)
    }
    const inicio = { momento: Date.now(), bytes: socket.bytesRead }
    let last = inicio
    const check = () => {
      const now = { momento: Date.now(), bytes: socket.bytesRead }
      if (raw.complete) return
      // Received bytes that are not consumed yet: the delay is ours.
      if (now.bytes > last.bytes || raw.readableLength > 0) last = now
      const llevaMs = now.momento - inicio.momento
      const parada = now.momento - last.momento > paradaMs
      const lenta = llevaMs > llegadaMs && now.bytes - inicio.bytes < (MIN_BYTES_S * llevaMs) / 1000
      if (parada || lenta) end()
    }
    const clock = request.routeOptions.config.conArchivo
      ? setInterval(check, Math.min(paradaMs, llegadaMs) / 4)
      : setTimeout(() => raw.complete || end(), llegadaMs)
    const stop = () => clearInterval(clock)
    raw.once('end', stop)
    reply.raw.once('close', stop)
  })
}
