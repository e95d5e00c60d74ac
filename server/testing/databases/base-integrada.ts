import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { startBaseEmbedded } from '../../platform/db/embedded/server'
import { makeDataDir } from './data-dir'
import { createPlantilla, execSql } from './plantilla'

/** One embedded database for all tests; each test file gets a copy of its template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeDataDir('retorna-prueba-')
  const base = await startBaseEmbedded(folder)
  // At an aborted run too, once the server is told to end: the folder may stand in memory.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)
  const { host, user, password } = base.conexion
  const direccion = `postgresql://${user}:${password}@localhost`
  const parametros = `?host=${encodeURIComponent(host as string)}`
  // All of it is removed at the end: nothing has to survive a crash.
  for (const what of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await execSql(direccion, parametros, `alter system set ${what} = off`)
  await execSql(direccion, parametros, 'select pg_reload_conf()')
  const plantilla = await createPlantilla(direccion, parametros)
  project.provide('base', { direccion, parametros, plantilla, enArchivos: true, mqtt: null, hay: true })
  return async () => {
    await base.stop()
    process.off('exit', remove)
    remove()
  }
}
