import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { causaOf, ErrorStartup } from '../../../platform/config/startup-errors'

/** Records that come twice within this time are the same: a sender that got no answer sends again. */
const REPETIDO_NS = 120 * 1_000_000_000
const ESPERA_MS = 5000
const LECTURA_MS = 2000
const CUENTA_DE_ARRANQUE = 10

export type Log = {
  /** Name of the stream; the subject of a partition is this, a point and its number. */
  nombre: string
  nc: NatsConnection
  js: JetStreamClient
  jsm: JetStreamManager
  /** To read records with: it waits for less long. */
  lectura: JetStreamManager
  /** When the stream was made: another time is another stream, which begins at its beginning. */
  readSello(): Promise<{ sello: string; ultimo: number }>
  conectada(): boolean
  stop(): Promise<void>
}

export const subjectOf = (nombre: string, partition: number) => `${nombre}.${partition}`
/** Subject that announces a new record: a message that may be lost. */
export const avisoOf = (nombre: string, partition: number) => `${nombre}_AVISO.${partition}`

/**
 * Connect to the log, and make its stream where it is not there. It keeps what it gets on disk, on as many servers as `replicas`
 * says, and refuses more where it has no room left: nothing that is not applied yet is ever dropped.
 */
export async function openLog(
  url: string,
  { nombre, replicas }: { nombre: string; replicas: number },
  onFail: (e: unknown) => void,
): Promise<Log> {
  const [{ jetstream, jetstreamManager }, { connect }] = await Promise.all([
    import('@nats-io/jetstream'),
    import('@nats-io/transport-node'),
  ])
  const servidores = url.split(',').map((s) => new URL(s.trim()))
  const { username, password } = servidores[0] as URL
  const nc = await connect({
    servers: servidores.map((s) => s.host),
    name: 'retorna',
    ...(password ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    ...(!password && username ? { token: decodeURIComponent(username) } : {}),
    ...(servidores.some((s) => s.protocol === 'tls:') ? { tls: {} } : {}),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    pingInterval: 5000,
    maxPingOut: 2,
    timeout: ESPERA_MS,
  }).catch((e) => {
    throw new ErrorStartup(`No se puede abrir NATS_URL: ${causaOf(e)}.`)
  })
  const stop = async () => {
    await nc.drain().catch(() => nc.close())
  }
  nc.closed().then((e) => e && onFail(e))
  let conectada = true
  const watch = async () => {
    for await (const s of nc.status()) {
      if (s.type === 'disconnect') conectada = false
      if (s.type === 'reconnect') conectada = true
    }
  }
  watch().catch(onFail)
  try {
    const jsm = await jetstreamManager(nc, { timeout: ESPERA_MS })
    const lectura = await jetstreamManager(nc, { timeout: LECTURA_MS, checkAPI: false })
    const js = jetstream(nc, { timeout: ESPERA_MS })
    await ensureStream(jsm, nombre, replicas)
    return {
      nombre,
      nc,
      js,
      jsm,
      lectura,
      async readSello() {
        const { created, state } = await jsm.streams.info(nombre)
        return { sello: created, ultimo: state.last_seq }
      },
      conectada: () => conectada,
      stop,
    }
  } catch (e) {
    await stop()
    throw new ErrorStartup(`NATS no tiene JetStream a punto: ${causaOf(e)}.`)
  }
}

async function ensureStream(jsm: JetStreamManager, nombre: string, replicas: number): Promise<void> {
  const config = {
    name: nombre,
    subjects: [`${nombre}.*`],
    storage: 'file' as const,
    retention: 'limits' as const,
    discard: 'new' as const,
    // The version before reads so: a log that this one makes must do for it too.
    allow_direct: true,
    num_replicas: replicas,
    duplicate_window: REPETIDO_NS,
  }
  // Two processes that start together, or a cluster that has no leader yet.
  for (let i = 1; ; i++)
    try {
      const hay = await jsm.streams.info(nombre).catch(() => null)
      if (!hay) await jsm.streams.add(config)
      else if (hay.config.num_replicas !== replicas)
        await jsm.streams.update(nombre, { ...hay.config, num_replicas: replicas })
      return
    } catch (e) {
      if (i === CUENTA_DE_ARRANQUE) throw e
      await new Promise((r) => setTimeout(r, 500))
    }
}
