import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A way to the product at `base` that, once told, puts out its service worker as another build's would be. */
export async function createPuertaConVersiones(base: string) {
  const destino = new URL(base)
  let otra = false
  const servidor = createServer((pregunta, respuesta) => {
    // The whole file as it is: neither packed nor known already.
    const headers = { ...pregunta.headers }
    for (const cabecera of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[cabecera]
    const opciones = {
      host: destino.hostname,
      port: destino.port,
      path: pregunta.url,
      method: pregunta.method,
    }
    const ida = request({ ...opciones, headers }, async (vuelta) => {
      if (!otra || pregunta.url !== '/sw.js') {
        respuesta.writeHead(vuelta.statusCode as number, vuelta.headers)
        return vuelta.pipe(respuesta)
      }
      const texto = Buffer.concat(await vuelta.toArray()).toString()
      const { 'content-length': __, ...cabeceras } = vuelta.headers
      respuesta.writeHead(200, cabeceras)
      // What the worker looks for in the page must be there.
      respuesta.end(texto.replace(/"version":"[^"]*"/, '"version":"/assets/"'))
    })
    ida.on('error', () => respuesta.destroy())
    respuesta.on('close', () => ida.destroy())
    pregunta.pipe(ida)
  })
  await new Promise<void>((listo) => servidor.listen(0, '127.0.0.1', listo))
  return {
    url: `http://127.0.0.1:${(servidor.address() as AddressInfo).port}`,
    putOut: () => {
      otra = true
    },
    close: () => {
      servidor.closeAllConnections()
      servidor.close()
    },
  }
}
