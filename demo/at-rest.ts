import { keepCustodia } from '../server/cuentas/custodia/anotar'
import { keepVisitas } from '../server/flujo/ciclos/visitas'
import { baseOf, readConfig } from '../server/platform/config/config'
import { createDb } from '../server/platform/db/client'
import { startServer } from '../server/start/server'
import { findFilled } from '../server/testing/databases/filled'
import { type Base, copyPlantilla, leaveBase, nombreDeCopia } from '../server/testing/databases/plantilla'
import { talkTo } from '../server/testing/retorna'
import { seed } from './seed'

/**
 * Starts the product with the demonstration's plant, without simulator, ingest and background work, so that its data do not change while
 * they are compared. The plant is a copy of the one that the test files of a run share.
 */
export async function startDemo(base: Base) {
  const nombre = nombreDeCopia(base.plantilla)
  const config = readConfig({
    PORT: '0',
    ROLES: 'api',
    DATABASE_URL: `${base.direccion}/${nombre}${base.parametros}`,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    COPIAS_DIAS: '0',
  })
  const zona = config.TZ_PLANTA
  const plantilla = await findFilled(base, 'demo', zona, async (pool) => {
    const db = createDb(pool)
    await seed(db, pool, { zona, base: baseOf(config) }, () => {})
    await keepVisitas(db, zona)
    await keepCustodia(db)
  })
  await copyPlantilla({ ...base, plantilla }, nombre)
  const servidor = await startServer(config)
  await servidor.jobs.stop()
  async function stop(): Promise<void> {
    await servidor.stop()
    leaveBase(base, nombre)
  }
  return { servidor, zona, ...talkTo(servidor), stop }
}
