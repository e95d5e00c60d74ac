import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** How much of an unwanted body is read and thrown away. A client that sends more loses the connection. */
const MAX_RESTO = 8 << 20
const ESPERA_MS = 10_000
/** A rest of which nothing comes for this long ends the connection: the next call does not wait behind it. */
const SILENCIO_MS = 1000

/**
 * After an answer that did not wait for the whole body, let the rest of it go by: as long as it stands before the next call
 * of the same connection, that one is not heard.
 */
export function installResto(app: FastifyInstance): void {
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // A stream that destroys the request takes the socket off it first.
    const { socket } = request
    response.once('finish', () => {
      const whole = request.destroyed ? request.complete : request.readableEnded
      if (!whole && !socket.destroyed) drain(request, socket)
    })
  })
  // What unpacks a body destroys its source when it fails; a request that was destroyed is read by nobody any more.
  app.addHook('preParsing', async (request, reply, body) => {
    if (!request.headers['content-encoding']) return body
    const paso = new PassThrough()
    // Its end is the unpacker's too, which holds memory.
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
  // Who was reading it reads no more, and holds up nobody.
  request.unpipe()
  request.removeAllListeners('readable')
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_RESTO) socket.destroy()
  })
  request.resume()
}
