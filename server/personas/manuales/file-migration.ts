import { createReadStream } from 'node:fs'
import { readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_DOCUMENTOS } from '#contract/personas/manuales/manuales'
import { MAX_NIVELES } from '#contract/personas/manuales/values'
import { ROOT } from '../../platform/config/config'
import { causaOf, ErrorStartup } from '../../platform/config/startup-errors'
import type { Db } from '../../platform/db/client'
import { removeArchivo, saveArchivo } from '../../platform/files/service'
import { bajo, isRutaManual, parentOf } from './arbol'
import { addFolder, lockManuales, noteEntrega, putDocumento } from './repo-arbol'

/** Folder of DATA_DIR with the manuals of versions before they were in the database. */
const FOLDER = 'manuales'

/** A path and its parents, the root first. */
const linajeOf = (ruta: string): string[] => (ruta ? [...linajeOf(parentOf(ruta)), ruta] : [])

/**
 * Puts a file into the tree of manuals, creating its folders. If it is no manual, or the path is taken, the file is deleted.
 * @returns whether it was put there
 */
export async function putManual(tx: Db, ruta: string, archivo: number): Promise<boolean> {
  if (isRutaManual(ruta) && (await putDocumento(tx, ruta, archivo, MAX_DOCUMENTOS))) {
    for (const folder of linajeOf(parentOf(ruta))) await addFolder(tx, folder)
    return true
  }
  await removeArchivo(tx, archivo)
  return false
}

/** Imports the manuals of a folder, ignoring links. @returns those without room, or whose path is taken */
async function takeFolder(tx: Db, root: string, ruta = '', level = 0): Promise<string[]> {
  const outside: string[] = []
  for (const e of await readdir(join(root, ruta), { withFileTypes: true })) {
    const suya = bajo(ruta, e.name)
    if (e.name.startsWith('.')) continue
    if (e.isDirectory() && level < MAX_NIVELES) {
      await addFolder(tx, suya)
      outside.push(...(await takeFolder(tx, root, suya, level + 1)))
    } else if (e.isFile() && isRutaManual(suya)) {
      const { id } = await saveArchivo(tx, createReadStream(join(root, suya)))
      if (!(await putManual(tx, suya, id))) outside.push(suya)
    }
  }
  return outside
}

const isFolder = async (ruta: string) => (await stat(ruta).catch(() => null))?.isDirectory() ?? false

/** Renames the folder of manuals: its content is in the database or is not needed any more. */
export async function layAside(dataDir: string): Promise<void> {
  const root = join(dataDir, FOLDER)
  if (!(await isFolder(root))) return
  const childProcess = `${root}-antes-de-${new Date().toISOString().replace(/\W/g, '-')}`
  await rename(root, childProcess).catch((e) => {
    throw new ErrorStartup(
      `Los manuales ya están en la base de datos, y la carpeta ${root} no se puede apartar: ${causaOf(e)}. Muévala a otro sitio.`,
    )
  })
}

/**
 * Runs before the first request: imports the manuals from an old folder of DATA_DIR, and renames the folder after the commit. Without such
 * a folder a new installation gets the manuals of the product.
 * @param onOutside called with the files that were left where they are
 */
export async function takeManuales(
  db: Db,
  dataDir: string,
  onOutside: (rutas: string[]) => void,
  deSerie = join(ROOT, 'docs/manuales'),
): Promise<void> {
  const root = join(dataDir, FOLDER)
  // The lock is held until the folder is renamed: another process that shares the folder finds nothing left to do.
  await db.transaction().execute(async (guarda) => {
    await lockManuales(guarda)
    const hay = await isFolder(root)
    const outside = await db.transaction().execute(async (tx) => {
      const nueva = await noteEntrega(tx)
      if (hay) return takeFolder(tx, root)
      return nueva && (await isFolder(deSerie)) ? takeFolder(tx, deSerie) : []
    })
    if (outside.length) onOutside(outside)
    if (hay) await layAside(dataDir)
  })
}

/** After a restore the manuals are those of the backup, even if there are none. */
export const noteManuales = (tx: Db): Promise<boolean> => noteEntrega(tx)
