import { chmodSync, lstatSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startBaseIntegrada } from '#server/db/integrada/servidor'

/** A database to measure on, ours alone and gone at the end. */
export type Sitio = {
  nombre: string
  /** Settings with which a server uses it. */
  entorno: Record<string, string>
  /** Open it from this process, while no server holds it. */
  open(): Promise<{ conexion: string | pg.ClientConfig; stop(): Promise<void> }>
  remove(): Promise<void>
}

const DIRECCION = process.env.PRUEBAS_POSTGRES ?? 'postgresql://postgres@127.0.0.1:5432'

/** A folder that any account may walk through, so that the database's files stand in it and go with it. */
function makeCarpeta(): string {
  const carpeta = mkdtempSync(join(tmpdir(), 'retorna-bench-'))
  chmodSync(carpeta, 0o755)
  return carpeta
}

function removeCarpeta(carpeta: string): void {
  const enlace = join(carpeta, 'postgresql')
  if (lstatSync(enlace, { throwIfNoEntry: false })?.isSymbolicLink())
    rmSync(realpathSync(enlace), { recursive: true, force: true })
  rmSync(carpeta, { recursive: true, force: true })
}

function createIntegrada(): Sitio {
  const carpeta = makeCarpeta()
  return {
    nombre: 'embedded',
    entorno: { DATA_DIR: carpeta, DATABASE_URL: '' },
    open: () => startBaseIntegrada(carpeta),
    remove: async () => removeCarpeta(carpeta),
  }
}

async function execSql(texto: string): Promise<void> {
  const c = new pg.Client({ connectionString: `${DIRECCION}/postgres`, connectionTimeoutMillis: 2000 })
  await c.connect()
  try {
    await c.query(texto)
  } finally {
    await c.end()
  }
}

/** A database of its own on the PostgreSQL of this machine; null where none answers or none may be made. */
async function createExterna(): Promise<Sitio | null> {
  const nombre = `retorna_bench_${process.pid}`
  try {
    await execSql(`create database ${nombre}`)
  } catch {
    return null
  }
  const url = `${DIRECCION}/${nombre}`
  const carpeta = makeCarpeta()
  return {
    nombre: 'outside',
    entorno: { DATA_DIR: carpeta, DATABASE_URL: url },
    open: async () => ({ conexion: url, stop: async () => {} }),
    async remove() {
      removeCarpeta(carpeta)
      await execSql(`drop database if exists ${nombre} with (force)`)
    },
  }
}

/** The databases asked for by name, those that there are. */
export async function createSitio(nombre: 'embedded' | 'outside'): Promise<Sitio | null> {
  return nombre === 'embedded' ? createIntegrada() : createExterna()
}
