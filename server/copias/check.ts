import { join } from 'node:path'
import type pg from 'pg'
import { listArchivosMigracion } from '../db/migrate'
import { ErrorArranque } from '../errores-arranque'
import { CARPETA_MANUALES, listArchivos } from './carpetas'
import { type Cabecera, readCopia } from './formato'
import { isEnMarcha, readContenido } from './repo'

export type Resumen = {
  migraciones: ReadonlySet<string>
  filas: number
  archivos: number
}

/** Read a whole copy and touch nothing. Throws ErrorArranque where it is none, no whole one, or of a later version. */
export async function checkCopia(archivo: string): Promise<Resumen> {
  let cabecera: Cabecera | null = null
  const hay = await readCopia(
    archivo,
    async (c) => {
      cabecera = c
      const conocidas = new Set(listArchivosMigracion())
      const ajenas = c.migraciones.filter((m) => !conocidas.has(m))
      if (ajenas.length)
        throw new ErrorArranque(`La copia es de una versión posterior de Retorna (${ajenas.join(', ')}).`)
    },
    async () => {},
  )
  const { migraciones } = cabecera as unknown as Cabecera
  return { migraciones: new Set(migraciones), ...hay }
}

/** Throws ErrorArranque while Retorna is at work, and where something is there that may not be lost. */
export async function checkSitio(
  cliente: pg.ClientBase,
  dataDir: string,
  sobrescribir: boolean,
): Promise<void> {
  if (await isEnMarcha(cliente)) throw new ErrorArranque('Pare Retorna antes de restaurar una copia.')
  const contenido = await readContenido(cliente)
  if (contenido === 'ajena')
    throw new ErrorArranque('Esa base de datos tiene tablas que no son de Retorna. Use otra.')
  if (sobrescribir) return
  if (contenido === 'datos')
    throw new ErrorArranque('La base de datos no está vacía. Para perder lo que tiene, añada --sobrescribir.')
  if (!listArchivos(dataDir).next().done)
    throw new ErrorArranque(
      `La carpeta ${join(dataDir, CARPETA_MANUALES)} no está vacía. Para perder lo que tiene, añada --sobrescribir.`,
    )
}
