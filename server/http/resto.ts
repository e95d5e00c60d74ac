import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** How much of an unwanted body is read and thrown away. A client that sends more loses the connection. */
const MAX_RESTO = 8 << 20
const ESPERA_MS = 10_000

/**
 * After an answer that did not wait for the whole body, let the rest of it go by: as long as it stands before the next call
 * of the same connection, that one is not heard.
 */
export function installResto(server: Server): void {
  server.on('request', (request: IncomingMessage, respuesta: ServerResponse) => {
    respuesta.once('finish', () => {
      if (!request.readableEnded && !request.destroyed) drain(request)
    })
  })
}

function drain(request: IncomingMessage): void {
  const { socket } = request
  let bytes = 0
  const plazo = setTimeout(() => socket.destroy(), ESPERA_MS)
  request.once('close', () => clearTimeout(plazo))
  // Who was reading it reads no more, and holds up nobody.
  request.unpipe()
  request.removeAllListeners('readable')
  request.on('data', (trozo: Buffer) => {
    bytes += trozo.length
    if (bytes > MAX_RESTO) socket.destroy()
  })
  request.resume()
}
