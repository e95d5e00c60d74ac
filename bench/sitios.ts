import { chmodSync, lstatSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startBaseEmbedded } from '#server/platform/db/embedded/server'

/** A database for measurements, used by nothing else and removed at the end. */
export type Place = {
  nombre: string
  /** Settings of a server that uses it. */
  entorno: Record<string, string>
  /** Open it from this process, while no server uses it. */
  open(): Promise<{ conexion: string | pg.ClientConfig; stop(): Promise<void> }>
  remove(): Promise<void>
}

const ADDRESS = process.env.PRUEBAS_POSTGRES ?? 'postgresql://postgres@127.0.0.1:5432'

/** A folder that any account can search, so that the database's files are in it and removed with it. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'retorna-bench-'))
  chmodSync(folder, 0o755)
  return folder
}

function removeFolder(folder: string): void {
  const link = join(folder, 'postgresql')
  if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink())
    rmSync(realpathSync(link), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}

function createIntegrada(): Place {
  const folder = makeFolder()
  return {
    nombre: 'embedded',
    entorno: { DATA_DIR: folder, DATABASE_URL: '' },
    open: () => startBaseEmbedded(folder),
    remove: async () => removeFolder(folder),
  }
}

async function execSql(text: string): Promise<void> {
  const c = new pg.Client({ connectionString: `${ADDRESS}/postgres`, connectionTimeoutMillis: 2000 })
  await c.connect()
  try {
    await c.query(text)
  } finally {
    await c.end()
  }
}

/** A new database on the PostgreSQL of this machine; null where none answers or creation is not allowed. */
async function createExterna(): Promise<Place | null> {
  const nombre = `retorna_bench_${process.pid}`
  try {
    await execSql(`create database ${nombre}`)
  } catch {
    return null
  }
  const url = `${ADDRESS}/${nombre}`
  const folder = makeFolder()
  return {
    nombre: 'outside',
    entorno: { DATA_DIR: folder, DATABASE_URL: url },
    open: async () => ({ conexion: url, stop: async () => {} }),
    async remove() {
      removeFolder(folder)
      await execSql(`drop database if exists ${nombre} with (force)`)
    },
  }
}

/** The requested database by name; null where it is not available. */
export async function createPlace(nombre: 'embedded' | 'outside'): Promise<Place | null> {
  return nombre === 'embedded' ? createIntegrada() : createExterna()
}
