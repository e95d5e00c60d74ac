import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { startBaseEmbedded } from '../../platform/db/embedded/server'
import { makeDataDir } from './data-dir'
import { createPlantilla, execSql } from './plantilla'

const SETTINGS = {
  // All of it is removed at the end: nothing has to survive a crash.
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  // Several test files at once, each with a Retorna of its own.
  max_connections: '300',
  // A server that a test starts opens some ten connections: proving the password at each took longer than most calls.
  scram_iterations: '1',
}

/** One embedded database for all tests; each test file gets a copy of its template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeDataDir('retorna-prueba-')
  const base = await startBaseEmbedded(folder, { settings: SETTINGS })
  // At an aborted run too, once the server is told to end: the folder may stand in memory.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)
  const { host, user, password } = base.conexion
  const direccion = `postgresql://${user}:${password}@localhost`
  const parametros = `?host=${encodeURIComponent(host as string)}`
  // Hashed anew, by the settings.
  await execSql(direccion, parametros, `alter role ${user} password '${password}'`)
  const plantilla = await createPlantilla(direccion, parametros)
  project.provide('base', { direccion, parametros, plantilla, enArchivos: true, mqtt: null, hay: true })
  return async () => {
    await base.stop()
    process.off('exit', remove)
    remove()
  }
}
