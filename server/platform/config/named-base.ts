import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config'
import { ErrorStartup } from './startup-errors'

type Base = Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>

/** The address without its password: printed lines end up in logs. */
export function withoutPassword(address: string): string {
  const u = new URL(address)
  u.password = ''
  u.searchParams.delete('password')
  return u.href
}

/** Which database the settings mean, in words. */
export const nameOfBase = ({ DATABASE_URL, DATA_DIR }: Base): string =>
  DATABASE_URL ? `base de datos ${withoutPassword(DATABASE_URL)}` : `base de datos integrada de ${DATA_DIR}`

const isCluster = (folder: string) => existsSync(join(folder, 'pg/PG_VERSION'))

/**
 * For programs that work on the database of a service with settings of its own: where no setting names one, the folder that is usual counts
 * only if it holds a database. Otherwise a second one would be made that nobody opens. Throws ErrorStartup.
 */
export function refuseGuess(config: Base, env: NodeJS.ProcessEnv = process.env): void {
  if (config.DATABASE_URL || env.DATA_DIR?.trim()) return
  if (isCluster(config.DATA_DIR) || isCluster(join(config.DATA_DIR, 'postgresql'))) return
  throw new ErrorStartup(
    `No se sabe con qué base de datos: en ${config.DATA_DIR} no hay ninguna. Indique con DATABASE_URL o DATA_DIR la misma que usa Retorna (p. ej. DATA_DIR=/var/lib/retorna bajo systemd).`,
  )
}
