import pg from 'pg'

/** How often connections are looked at while one of them is waiting for an answer, ms. */
const LOOK_MS = 500
/** From here on a query that was not answered makes us ask whether the database answers at all, ms. */
const PATIENCE_MS = 2000
/** A database that does not answer the shortest question within this time is silent, ms. */
const ANSWER_MS = 2500
/** Longest time for opening a connection, ms. */
const OPEN_MS = 5000

type Watched = pg.Client & { connection: { stream: { destroy(): void } } }

/** As pg says it where a connection ends. */
const silent = () => new Error('Connection terminated: the database does not answer')

/**
 * A database whose machine or process stands still neither answers nor ends connections, and keeps no time limit of its own: whoever waits for
 * it would wait for minutes. A query that takes long is another thing: while the database answers, it goes on.
 * @returns the class of connections that are watched, for a pool
 */
export function createSilenceWatch(connection: string | pg.ClientConfig) {
  const base = typeof connection === 'string' ? { connectionString: connection } : connection
  /** Connections that wait for an answer, and since when, by performance.now(). */
  const waiting = new Map<Watched, number>()
  let isSilent = false
  let asking: pg.Client | null = null
  let clock: NodeJS.Timeout | undefined
  let inFlight = false

  async function openAsking(): Promise<pg.Client> {
    if (asking) return asking
    const client = new pg.Client({
      ...base,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      application_name: 'retorna silencio',
    })
    client.on('error', () => {
      if (asking === client) asking = null
    })
    await client.connect()
    asking = client
    return client
  }

  /** Whether the database answers, or says why not: only a question that is not answered at all is silence. */
  async function answers(): Promise<boolean> {
    const client = await openAsking().catch((e: Error) => !/timeout/.test(e.message))
    if (typeof client === 'boolean') return client
    try {
      await client.query('select')
      return true
    } catch (e) {
      asking = null
      client.end().catch(() => {})
      return !/timeout/.test((e as Error).message)
    }
  }

  async function look(): Promise<void> {
    if (inFlight) return
    const old = performance.now() - PATIENCE_MS
    if (!isSilent && ![...waiting.values()].some((since) => since < old)) return
    inFlight = true
    const isAnswering = await answers()
    inFlight = false
    isSilent = !isAnswering
    if (!isSilent) return
    for (const client of waiting.keys()) client.connection.stream.destroy()
  }

  /** Looks only while something waits, or while it is not known that the database is back. */
  function watch(): void {
    clock ??= setInterval(() => {
      if (waiting.size || isSilent) void look()
      else {
        clearInterval(clock)
        clock = undefined
      }
    }, LOOK_MS)
    clock.unref()
  }

  class WatchedClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const me = this as unknown as Watched
      const leave = () => waiting.delete(me)
      this.on('drain', leave)
      this.on('end', leave)
      const connect = super.connect.bind(this)
      // The pool connects by callback.
      this.connect = ((callback: (e?: Error) => void) => {
        if (isSilent) return process.nextTick(callback, silent())
        const limit = setTimeout(() => me.connection.stream.destroy(), OPEN_MS)
        connect((e?: Error) => {
          clearTimeout(limit)
          callback(e)
        })
      }) as pg.Client['connect']
      const query = super.query.bind(this) as (...args: unknown[]) => unknown
      this.query = ((...args: unknown[]) => {
        if (!waiting.has(me)) waiting.set(me, performance.now())
        watch()
        return query(...args)
      }) as pg.Client['query']
    }
  }

  return {
    Client: WatchedClient,
    async stop(): Promise<void> {
      clearInterval(clock)
      await asking?.end().catch(() => {})
    },
  }
}

export type SilenceWatch = ReturnType<typeof createSilenceWatch>
