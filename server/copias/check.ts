import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { listArchivosMigracion } from '../db/migrate'
import { ErrorArranque } from '../errores-arranque'
import { listArchivos } from './carpetas'
import { type Cabecera, readCopia } from './formato'
import { isEnMarcha, readContenido } from './repo'

export type Resumen = {
  migraciones: ReadonlySet<string>
  /** Folders of DATA_DIR that the copy has files of. */
  carpetas: string[]
  filas: number
  archivos: number
}

/** Read a whole copy and touch nothing. Throws ErrorArranque where it is none, no whole one, or of a later version. */
export async function checkCopia(archivo: string): Promise<Resumen> {
  let cabecera: Cabecera | null = null
  const carpetas = new Set<string>()
  const hay = await readCopia(
    archivo,
    async (c) => {
      cabecera = c
      const conocidas = new Set(listArchivosMigracion())
      const ajenas = c.migraciones.filter((m) => !conocidas.has(m))
      if (ajenas.length)
        throw new ErrorArranque(`La copia es de una versión posterior de Retorna (${ajenas.join(', ')}).`)
    },
    async (marca) => {
      if ('archivo' in marca) carpetas.add(marca.archivo.split('/')[0] as string)
    },
  )
  const { migraciones } = cabecera as unknown as Cabecera
  return { migraciones: new Set(migraciones), carpetas: [...carpetas], ...hay }
}

/** Whether something stands there that a folder of the copy would replace: a link or a file count as well. */
function isOcupada(dataDir: string, carpeta: string): boolean {
  const hay = lstatSync(join(dataDir, carpeta), { throwIfNoEntry: false })
  return hay !== undefined && (!hay.isDirectory() || !listArchivos(dataDir, carpeta).next().done)
}

/** Throws ErrorArranque while Retorna is at work, and where something is there that may not be lost. */
export async function checkSitio(
  cliente: pg.ClientBase,
  dataDir: string,
  carpetas: string[],
  sobrescribir: boolean,
): Promise<void> {
  if (await isEnMarcha(cliente)) throw new ErrorArranque('Pare Retorna antes de restaurar una copia.')
  const contenido = await readContenido(cliente)
  if (contenido === 'ajena')
    throw new ErrorArranque('Esa base de datos tiene tablas que no son de Retorna. Use otra.')
  if (sobrescribir) return
  if (contenido === 'datos')
    throw new ErrorArranque('La base de datos no está vacía. Para perder lo que tiene, añada --sobrescribir.')
  const ocupada = carpetas.find((c) => isOcupada(dataDir, c))
  if (ocupada)
    throw new ErrorArranque(
      `La carpeta ${join(dataDir, ocupada)} no está vacía. Para perder lo que tiene, añada --sobrescribir.`,
    )
}
