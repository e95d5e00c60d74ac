// The real server in a child process, with the bench's plant registered at its first start.
import { readConfig } from '#server/platform/config/config'
import { startServer } from '#server/start/server'
import { seedPlanta } from './planta'

export type Arrancado = {
  url: string
  mqtt: string
  conexion: { host?: string; port?: number; user?: string; password?: string; database?: string }
}
export type Uso = { cpuMicros: number; memoriaMb: number }

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
process.on('message', () => {
  const { user: u, system } = process.cpuUsage()
  process.send?.({ cpuMicros: u + system, memoriaMb: process.memoryUsage().rss / 1e6 } satisfies Uso)
})
process.on('disconnect', () => server.stop().finally(() => process.exit(0)))
