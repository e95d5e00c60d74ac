import { readConfig } from '../server/platform/config/config'
import { startServer } from '../server/start/server'
import { execSql, leaveBase, nombreDeCopia, type Plantilla } from '../server/testing/databases/plantilla'
import { talkTo } from '../server/testing/retorna'
import { seed } from './seed'

/**
 * The product over the demonstration's plant, without simulator, ingest and work apart: what it says does not move
 * while it is compared.
 */
export async function startDemo(base: Plantilla) {
  const nombre = nombreDeCopia(base.plantilla)
  await execSql(base.direccion, base.parametros, `create database ${nombre}`)
  const config = readConfig({
    PORT: '0',
    ROLES: 'api',
    DATABASE_URL: `${base.direccion}/${nombre}${base.parametros}`,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    COPIAS_DIAS: '0',
  })
  const servidor = await startServer(config, async (db, pool) => {
    await seed(db, pool, config.TZ_PLANTA, () => {})
  })
  await servidor.jobs.stop()
  async function stop(): Promise<void> {
    await servidor.stop()
    leaveBase(base, nombre)
  }
  return { servidor, zona: config.TZ_PLANTA, ...talkTo(servidor), stop }
}
