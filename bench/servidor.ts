// The real server in a child process, with the bench's plant registered at its first start.
import { readConfig } from '#server/platform/config/config'
import { startServer } from '#server/start/server'
import { seedPlanta } from './planta'

export type Arrancado = {
  url: string
  mqtt: string
  conexion: { host?: string; port?: number; user?: string; password?: string; database?: string }
}
/** `loopMs`: the most processor time between two turns of the event loop since this was asked last; 0 the first time. */
export type Uso = { cpuMicros: number; memoriaMb: number; loopMs: number }

/** From here on a turn is noted, in ms. */
const NOTED_MS = 5
/** Processor time of the longer turns since this was asked last, ms. */
const turns: number[] = []

/**
 * Watched only for who asks for it, because it costs processor time. That of this thread, not the time on the clock: what other programs of
 * the machine take is not held by us.
 */
function startLoop(): void {
  const read = () => {
    // Before Node 22.19 that of the whole process.
    const { user: u, system } = (process.threadCpuUsage ?? process.cpuUsage).call(process)
    return (u + system) / 1000
  }
  let before = read()
  setInterval(() => {
    const now = read()
    if (now - before > NOTED_MS) turns.push(now - before)
    before = now
  }, 1).unref()
}

let watching = false
function takeLoop(): number {
  if (!watching) startLoop()
  watching = true
  return Math.max(0, ...turns.splice(0))
}

const server = await startServer(readConfig(), async (db, pool) => {
  const { rows } = await pool.query('select 1 from dispositivo limit 1')
  if (!rows.length) await seedPlanta(db, pool)
})
const { connectionString, host, port, user, password, database } = server.pool.options
const arrancado: Arrancado = {
  url: server.url,
  mqtt: `mqtt://127.0.0.1:${server.puertoMqtt}`,
  conexion: (connectionString ? { connectionString } : { host, port, user, password, database }) as object,
}
process.send?.(arrancado)
process.on('message', ({ loop }: { loop?: true }) => {
  const { user: u, system } = process.cpuUsage()
  const loopMs = loop ? takeLoop() : 0
  process.send?.({ cpuMicros: u + system, memoriaMb: process.memoryUsage().rss / 1e6, loopMs } satisfies Uso)
})
process.on('disconnect', () => server.stop().finally(() => process.exit(0)))
