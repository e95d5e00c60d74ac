// The real server in a process of its own, with the bench's plant registered at its first start.
import { readConfig } from '#server/config'
import { startServidor } from '#server/servidor'
import { seedPlanta } from './planta'

export type Arrancado = {
  url: string
  mqtt: string
  conexion: { host?: string; port?: number; user?: string; password?: string; database?: string }
}
export type Uso = { cpuMicros: number; memoriaMb: number }

const servidor = await startServidor(readConfig(), async (db, pool) => {
  const { rows } = await pool.query('select 1 from dispositivo limit 1')
  if (!rows.length) await seedPlanta(db, pool)
})
const { connectionString, host, port, user, password, database } = servidor.pool.options
const arrancado: Arrancado = {
  url: servidor.url,
  mqtt: `mqtt://127.0.0.1:${servidor.puertoMqtt}`,
  conexion: (connectionString ? { connectionString } : { host, port, user, password, database }) as object,
}
process.send?.(arrancado)
process.on('message', () => {
  const { user: u, system } = process.cpuUsage()
  process.send?.({ cpuMicros: u + system, memoriaMb: process.memoryUsage().rss / 1e6 } satisfies Uso)
})
process.on('disconnect', () => servidor.stop().finally(() => process.exit(0)))
