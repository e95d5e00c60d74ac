import { createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Config, PORT_WEB } from '../config/config'
import { causaOf, ErrorStartup } from '../config/startup-errors'

/** Number of ports that are tried where none was asked for. */
const A_PROBAR = 20

export type Wanted = {
  host: string
  /** Unset: `first`, or the next free one. */
  port: number | undefined
  first: number
  setting: 'PORT' | 'MQTT_PORT'
}

const nameOf = ({ setting }: Pick<Wanted, 'setting'>) => (setting === 'PORT' ? 'puerto' : 'puerto MQTT')

function refusal(
  e: NodeJS.ErrnoException,
  { host, setting }: Pick<Wanted, 'host' | 'setting'>,
  port: number,
) {
  if (e.code === 'EADDRINUSE')
    return new ErrorStartup(`El ${nameOf({ setting })} ${port} ya está en uso. Indique otro con ${setting}.`)
  return new ErrorStartup(`No se puede escuchar en ${host}:${port}: ${causaOf(e)}.`)
}

/** Listen on the port that is wanted. Throws ErrorStartup where that fails. @returns the port */
export async function listenOn(server: Server, wanted: Wanted): Promise<number> {
  const tries = wanted.port === undefined ? A_PROBAR : 1
  const first = wanted.port ?? wanted.first
  for (let i = 0; i < tries; i++) {
    const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.once('error', resolve)
      server.listen(first + i, wanted.host, () => {
        server.removeListener('error', resolve)
        resolve(null)
      })
    })
    if (!error) return (server.address() as { port: number }).port
    if (error.code !== 'EADDRINUSE' || tries === 1) throw refusal(error, wanted, first + i)
  }
  throw new ErrorStartup(
    `No hay ningún ${nameOf(wanted)} libre entre ${first} y ${first + tries - 1}. Indique uno con ${wanted.setting}.`,
  )
}

export type Claim = { port: number; release(): Promise<void> }

/**
 * Hold a port until its server is ready to listen: a start that makes a database first must neither fail after that nor lose the port
 * meanwhile. Whoever connects is disconnected.
 */
export async function claimPort(wanted: Wanted): Promise<Claim> {
  const server = createServer((socket) => socket.destroy())
  const port = await listenOn(server, wanted)
  return {
    // Any port: the one that is held here must not be asked for by name, as nobody waits for it.
    port: wanted.port === 0 ? 0 : port,
    release: () => new Promise((r) => server.close(() => r())),
  }
}

/** Hold the port of the web. With PUBLIC_URL another server leads people to a port that is known: no other one is taken. */
export const claimWeb = ({ HOST, PORT, PUBLIC_URL }: Config): Promise<Claim> =>
  claimPort({
    host: HOST,
    port: PORT ?? (PUBLIC_URL ? PORT_WEB : undefined),
    first: PORT_WEB,
    setting: 'PORT',
  })

/** Listen on the port that was held. Throws ErrorStartup where that fails. */
export async function listen(app: FastifyInstance, { HOST: host }: Config, claim: Claim): Promise<void> {
  await claim.release()
  try {
    await app.listen({ port: claim.port, host })
  } catch (e) {
    throw refusal(e as NodeJS.ErrnoException, { host, setting: 'PORT' }, claim.port)
  }
}

/** Address that the server listens on. */
export function urlOf(app: FastifyInstance, { HOST }: Pick<Config, 'HOST'>): string {
  const { port } = app.server.address() as { port: number }
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`
}
