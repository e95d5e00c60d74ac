import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** Bytes of an unwanted body that are read and discarded. A client that sends more is disconnected. */
const MAX_RESTO = 8 << 20
const ESPERA_MS = 10_000
/** If the rest of a body stalls for this long, in ms, the connection ends: the next call does not wait behind it. */
const SILENCIO_MS = 1000

/**
 * After an answer that did not wait for the whole body, discard the rest of the body: otherwise the next call on the same connection would
 * never be read.
 */
export function installResto(app: FastifyInstance): void {
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // Kept here, because a stream that destroys the request first detaches its socket.
    const { socket } = request
    response.once('finish', () => {
      const whole = request.destroyed ? request.complete : request.readableEnded
      if (!whole && !socket.destroyed) drain(request, socket)
    })
  })
  // A failing decompressor destroys its source, and a destroyed request is not read any more: a PassThrough stands in between.
  app.addHook('preParsing', async (request, reply, body) => {
    // An uncompressed body is read directly. A form reads it so too, and would block if a second stream read it.
    if ((request.headers['content-encoding'] ?? 'identity') === 'identity') return body
    const paso = new PassThrough()
    // Ending it also ends the decompressor, which holds memory.
    const stop = () => paso.destroy()
    paso.on('error', () => {})
    request.raw.once('close', () => request.raw.readableEnded || stop())
    reply.raw.once('close', stop)
    return body.pipe(paso)
  })
}

function drain(request: IncomingMessage, socket: Socket): void {
  let bytes = 0
  let vistos = socket.bytesRead
  const hasta = Date.now() + ESPERA_MS
  const clock = setInterval(() => {
    if (socket.bytesRead === vistos || Date.now() > hasta) socket.destroy()
    vistos = socket.bytesRead
  }, SILENCIO_MS)
  const stop = () => {
    clearInterval(clock)
    socket.off('close', stop)
  }
  socket.once('close', stop)
  request.once('end', stop)
  // Detach the previous consumer, so that it cannot block the rest.
  request.unpipe()
  request.removeAllListeners('readable')
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_RESTO) socket.destroy()
  })
  request.resume()
}
