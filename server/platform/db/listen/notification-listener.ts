import pg from 'pg'
import { shareNext } from '../share'

/** What notifications tell of; sent by the function `avisar` of the database. */
const CANALES = [
  'cambios',
  'dispositivos',
  'lectores',
  'credenciales',
  'ajustes',
  'aprendido',
  'confirmaciones',
  'avisos',
] as const
type Canal = (typeof CANALES)[number]

/** Name of the connection, by which others see that a process runs here; the last release has another one. */
const APPLICATION = 'retorna-escucha-2'
const OLD = { application: 'retorna-escucha', name: 'retorna' }

const REINTENTO_MS = 1000
const ESPERA_MS = 10_000
/** A connection can fall silent without ending: how often it is probed, and how long an answer may take, in ms. */
const PROBE = { cadaMs: 5000, limiteMs: 5000 }

/**
 * Listen to the notifications of all processes, our own included. A broken connection is reopened; then `onReturn` is called, since
 * notifications may have been missed.
 */
export function createNotificationListener(
  connection: string | pg.ClientConfig,
  subscribers: Record<Canal, (aviso: string) => void>,
  onReturn: () => void,
  probe = PROBE,
) {
  let client: pg.Client | null = null
  let parada = false
  let otra: NodeJS.Timeout | undefined
  let heartbeat: NodeJS.Timeout | undefined

  const query = (c: pg.Client, text: string, values?: unknown[]) =>
    c.query({ text, values, query_timeout: probe.limiteMs } as pg.QueryConfig)
  const say = (c: pg.Client, what: 'listen' | 'unlisten', name: string) =>
    query(c, CANALES.map((canal) => `${what} ${name}_${canal}`).join('; '))

  /**
   * Programs of the last release send and listen under names that everybody knows. They are listened to, and told of changes, only while some
   * run here with our own role: any role of the database may send and listen too.
   */
  function createOldPrograms(c: pg.Client) {
    let heard = false
    return async () => {
      const { rows } = await query(
        c,
        `select exists (select from pg_stat_activity where datname = current_database() and usename = current_user
           and application_name = $1) as hay`,
        [OLD.application],
      )
      const { hay } = rows[0]
      if (hay !== heard) await say(c, hay ? 'listen' : 'unlisten', OLD.name)
      heard = hay
      if (hay) await query(c, `update canal set antiguos_hasta = now() + interval '1 minute'`)
    }
  }

  async function open(): Promise<void> {
    const base = typeof connection === 'string' ? { connectionString: connection } : connection
    const c = new pg.Client({
      ...base,
      application_name: APPLICATION,
      keepAlive: true,
      connectionTimeoutMillis: ESPERA_MS,
    })
    c.on('notification', (n) =>
      subscribers[n.channel.slice(n.channel.indexOf('_') + 1) as Canal]?.(n.payload ?? ''),
    )
    const attendOld = createOldPrograms(c)
    c.on('error', () => {})
    try {
      await c.connect()
      const { rows } = await query(c, 'select nombre from canal')
      await say(c, 'listen', rows[0].nombre)
      await attendOld()
    } catch (e) {
      c.end().catch(() => {})
      throw e
    }
    if (parada) return c.end()
    client = c
    heartbeat = setInterval(() => {
      ask().catch(() => {})
      attendOld().catch(() => {})
    }, probe.cadaMs)
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
      await query(c, 'select')
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
