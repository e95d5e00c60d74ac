import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { causaOf, ErrorStartup } from '../../../platform/config/startup-errors'

/** Within this time NATS drops a record that it gets twice: a sender that got no answer sends it again. */
const REPETIDO_NS = 120 * 1_000_000_000
const ESPERA_MS = 5000
const LECTURA_MS = 2000
const CUENTA_DE_ARRANQUE = 10

export type Log = {
  /** Name of the stream. The subject of a partition is this name, a point and the number of the partition. */
  nombre: string
  nc: NatsConnection
  js: JetStreamClient
  jsm: JetStreamManager
  /** For reading records, with a shorter timeout. */
  lectura: JetStreamManager
  /**
   * `sello`: when the stream was created. Another time means another stream, to be read from its beginning. `ultimo`: number of its last
   * record.
   */
  readSello(): Promise<{ sello: string; ultimo: number }>
  conectada(): boolean
  stop(): Promise<void>
}

export const subjectOf = (nombre: string, partition: number) => `${nombre}.${partition}`
/** Subject of the notice of a new record. Notices may be lost. */
export const avisoOf = (nombre: string, partition: number) => `${nombre}_AVISO.${partition}`

/**
 * Connect to the log, and create its stream if it does not exist. The stream is on disk, on `replicas` servers. If it is full it refuses
 * new records: no record is dropped before it is applied.
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
    // The version before reads with this option, and must be able to read a log that this version creates.
    allow_direct: true,
    num_replicas: replicas,
    duplicate_window: REPETIDO_NS,
  }
  // Retry: two processes may start together, or a cluster may have no leader yet.
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
