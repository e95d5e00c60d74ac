import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../../platform/config/config'
import { copyTodo } from './copy'
import { readContenido } from './repo'

const NUESTRA = /^retorna-\d{4}-\d\d-\d\d\.copia$/
/** What a killed process left of a backup. */
const PARCIAL = /^retorna-\d{4}-\d\d-\d\d\.copia\.parcial$/
/** Age of the last backup from which a new one is due, ms; a little under a day, so that the hour of the day does not drift. */
const EDAD_MS = 23.5 * 3_600_000

export const folderCopias = (config: Pick<Config, 'COPIAS_DIR' | 'DATA_DIR'>) =>
  config.COPIAS_DIR ?? join(config.DATA_DIR, 'copias')

/** An existing daily backup. */
export type Copia = { archivo: string /** Epoch ms. */; hecha: number; bytes: number }

/** The daily backups of a folder, newest first; empty if the folder does not exist. */
export function listCopias(carpeta: string): Copia[] {
  try {
    return readdirSync(carpeta)
      .filter((f) => NUESTRA.test(f))
      .sort()
      .reverse()
      .map((archivo) => {
        const { mtimeMs, size } = statSync(join(carpeta, archivo))
        return { archivo, hecha: mtimeMs, bytes: size }
      })
  } catch {
    return []
  }
}

/**
 * Writes today's backup, unless the last one is younger than a day or there are no data yet, and deletes the oldest beyond `cuantas`. No
 * backup goes before the new one is complete.
 * @param cuantas backups to keep; 0: none is made
 * @returns the name of the new backup; null: none was due
 */
export async function copyDiaria(
  pool: pg.Pool,
  dataDir: string,
  { carpeta, cuantas }: { carpeta: string; cuantas: number },
): Promise<string | null> {
  const previas = listCopias(carpeta)
  if (!cuantas || (previas[0] && Date.now() - previas[0].hecha < EDAD_MS)) return null
  const client = await pool.connect()
  const contenido = await readContenido(client).finally(() => client.release())
  if (contenido === 'nada') return null
  mkdirSync(carpeta, { recursive: true, mode: 0o700 })
  for (const resto of readdirSync(carpeta).filter((f) => PARCIAL.test(f)))
    rmSync(join(carpeta, resto), { force: true })
  const archivo = `retorna-${new Date().toISOString().slice(0, 10)}.copia`
  await copyTodo(pool, dataDir, join(carpeta, archivo), { replace: true })
  for (const old of listCopias(carpeta).slice(cuantas)) rmSync(join(carpeta, old.archivo), { force: true })
  return archivo
}
