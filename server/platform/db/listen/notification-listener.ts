import pg from 'pg'
import { shareNext } from '../share'

export const CANALES = [
  'retorna_cambios',
  'retorna_dispositivos',
  'retorna_lectores',
  'retorna_credenciales',
  'retorna_ajustes',
  'retorna_aprendido',
  'retorna_confirmaciones',
  'retorna_avisos',
] as const
export type Canal = (typeof CANALES)[number]

const REINTENTO_MS = 1000
const ESPERA_MS = 10_000
/** A connection can fall silent without ending: how often it is probed, and how long an answer may take, in ms. */
const PROCESS_HEARTBEAT = { cadaMs: 5000, limiteMs: 5000 }

/**
 * Listen to the notifications of all processes, our own included. A broken connection is reopened; then `onReturn` is called, since
 * notifications may have been missed.
 */
export function createNotificationListener(
  connection: string | pg.ClientConfig,
  subscribers: Record<Canal, (aviso: string) => void>,
  onReturn: () => void,
  processHeartbeat = PROCESS_HEARTBEAT,
) {
  let client: pg.Client | null = null
  let parada = false
  let otra: NodeJS.Timeout | undefined
  let heartbeat: NodeJS.Timeout | undefined

  async function open(): Promise<void> {
    const base = typeof connection === 'string' ? { connectionString: connection } : connection
    const c = new pg.Client({
      ...base,
      application_name: 'retorna-escucha',
      keepAlive: true,
      connectionTimeoutMillis: ESPERA_MS,
    })
    c.on('notification', (n) => subscribers[n.channel as Canal]?.(n.payload ?? ''))
    c.on('error', () => {})
    try {
      await c.connect()
      const text = CANALES.map((canal) => `listen ${canal}`).join('; ')
      await c.query({ text, query_timeout: processHeartbeat.limiteMs } as pg.QueryConfig)
    } catch (e) {
      c.end().catch(() => {})
      throw e
    }
    if (parada) return c.end()
    client = c
    heartbeat = setInterval(() => ask().catch(() => {}), processHeartbeat.cadaMs)
    // Only a connection that once listened is replaced here: a failed attempt has its own retry.
    c.once('end', retry)
  }

  function retry(): void {
    client = null
    clearInterval(heartbeat)
    if (!parada) otra = setTimeout(() => open().then(onReturn, retry), REINTENTO_MS)
  }

  /** A connection runs one query at a time. */
  const ask = shareNext(async () => {
    const c = client
    if (!c) throw new Error('nothing is heard now')
    try {
      await c.query({ text: 'select', query_timeout: processHeartbeat.limiteMs } as pg.QueryConfig)
    } catch (e) {
      // A query in flight ends with its connection.
      c.end().catch(() => {})
      throw e
    }
  })

  return {
    start: open,
    /** Resolves once all notifications sent until now have been handled: the answer to a query comes after them. */
    flush: ask,
    async stop(): Promise<void> {
      parada = true
      clearTimeout(otra)
      clearInterval(heartbeat)
      await client?.end().catch(() => {})
    },
  }
}
