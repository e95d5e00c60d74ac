import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config'
import { causaOf, ErrorStartup } from '../config/startup-errors'

/** Listen on the port of the settings. Throws ErrorStartup where that fails. */
export async function listen(app: FastifyInstance, config: Config): Promise<void> {
  try {
    await app.listen({ port: config.PORT, host: config.HOST })
  } catch (e) {
    const codigo = (e as NodeJS.ErrnoException).code
    if (codigo === 'EADDRINUSE')
      throw new ErrorStartup(`El puerto ${config.PORT} ya está en uso. Indique otro con PORT.`)
    if (codigo === 'EACCES') throw new ErrorStartup(`No hay permiso para abrir el puerto ${config.PORT}.`)
    throw new ErrorStartup(`No se puede escuchar en ${config.HOST}:${config.PORT}: ${causaOf(e)}.`)
  }
}

/** Address that the server listens on. */
export function urlOf(app: FastifyInstance, { HOST }: Pick<Config, 'HOST'>): string {
  const { port } = app.server.address() as { port: number }
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`
}
