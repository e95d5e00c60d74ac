import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folder of DATA_DIR with the manuals of versions before they were in the database. The first start of this version moves them. */
export const FOLDER_MANUALES = 'manuales'

/** Every regular file in it, as a path with slashes; none if the folder does not exist. */
export function* listArchivos(dataDir: string, folder = FOLDER_MANUALES): Generator<string> {
  for (const d of listEntradas(join(dataDir, folder))) {
    const ruta = `${folder}/${d.name}`
    if (d.isDirectory()) yield* listArchivos(dataDir, ruta)
    else if (d.isFile()) yield ruta
  }
}

function listEntradas(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (e) {
    if (['ENOENT', 'ENOTDIR'].includes((e as NodeJS.ErrnoException).code ?? '')) return []
    throw e
  }
}
