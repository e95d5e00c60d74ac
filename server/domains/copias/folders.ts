import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folder of DATA_DIR that held the manuals before the database did, and holds them until the first start after that. */
export const FOLDER_MANUALES = 'manuales'

/** Every plain file of it, as a path with slashes; none where there is no such folder. */
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
