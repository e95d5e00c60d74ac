import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy of the product at `base` that, on demand, serves its service worker as that of another build. */
export async function createPuertaConVersiones(base: string) {
  const destino = new URL(base)
  let otra = false
  const server = createServer((pregunta, response) => {
    // The complete file: neither compressed nor answered with 304.
    const headers = { ...pregunta.headers }
    for (const header of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[header]
    const options = {
      host: destino.hostname,
      port: destino.port,
      path: pregunta.url,
      method: pregunta.method,
    }
    const ida = request({ ...options, headers }, async (vuelta) => {
      if (!otra || pregunta.url !== '/sw.js') {
        response.writeHead(vuelta.statusCode as number, vuelta.headers)
        return vuelta.pipe(response)
      }
      const text = Buffer.concat(await vuelta.toArray()).toString()
      const { 'content-length': __, ...cabeceras } = vuelta.headers
      response.writeHead(200, cabeceras)
      // The entry script that the worker looks for in the page must exist.
      response.end(text.replace(/"version":"[^"]*"/, '"version":"/assets/"'))
    })
    ida.on('error', () => response.destroy())
    response.on('close', () => ida.destroy())
    pregunta.pipe(ida)
  })
  await new Promise<void>((listo) => server.listen(0, '127.0.0.1', listo))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    putOut: () => {
      otra = true
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
