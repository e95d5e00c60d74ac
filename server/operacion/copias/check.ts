import { join } from 'node:path'
import type pg from 'pg'
import { ErrorStartup } from '../../platform/config/startup-errors'
import { listConocidas } from '../../platform/db/migrate'
import { FOLDER_MANUALES, listArchivos } from './folders'
import { type Header, readCopia } from './formato'
import { isEnMarcha, readContenido } from './repo'

export type Resumen = {
  migraciones: ReadonlySet<string>
  filas: number
  archivos: number
}

/**
 * Reads a whole backup without changing anything. Throws ErrorStartup for a file that is no backup, is incomplete, or has a later version.
 */
export async function checkCopia(archivo: string): Promise<Resumen> {
  let header: Header | null = null
  const hay = await readCopia(
    archivo,
    async (c) => {
      header = c
      const conocidas = new Set(listConocidas())
      const ajenas = c.migraciones.filter((m) => !conocidas.has(m))
      if (ajenas.length)
        throw new ErrorStartup(`La copia es de una versión posterior de Retorna (${ajenas.join(', ')}).`)
    },
    async () => {},
  )
  const { migraciones } = header as unknown as Header
  return { migraciones: new Set(migraciones), ...hay }
}

/** Throws ErrorStartup while Retorna runs on the database, or if it has data that must not be lost. */
export async function checkSitio(
  client: pg.ClientBase,
  dataDir: string,
  sobrescribir: boolean,
): Promise<void> {
  if (await isEnMarcha(client)) throw new ErrorStartup('Pare Retorna antes de restaurar una copia.')
  const contenido = await readContenido(client)
  if (contenido === 'ajena')
    throw new ErrorStartup('Esa base de datos tiene tablas que no son de Retorna. Use otra.')
  if (sobrescribir) return
  if (contenido === 'datos')
    throw new ErrorStartup('La base de datos no está vacía. Para perder lo que tiene, añada --sobrescribir.')
  if (!listArchivos(dataDir).next().done)
    throw new ErrorStartup(
      `La carpeta ${join(dataDir, FOLDER_MANUALES)} no está vacía. Para perder lo que tiene, añada --sobrescribir.`,
    )
}
