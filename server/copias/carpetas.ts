import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folder of DATA_DIR that held the manuals before the database did, and holds them until the first start after that. */
export const CARPETA_MANUALES = 'manuales'

/** Every plain file of it, as a path with slashes; none where there is no such folder. */
export function* listArchivos(dataDir: string, carpeta = CARPETA_MANUALES): Generator<string> {
  for (const d of listEntradas(join(dataDir, carpeta))) {
    const ruta = `${carpeta}/${d.name}`
    if (d.isDirectory()) yield* listArchivos(dataDir, ruta)
    else if (d.isFile()) yield ruta
  }
}

function listEntradas(carpeta: string) {
  try {
    return readdirSync(carpeta, { withFileTypes: true })
  } catch (e) {
    if (['ENOENT', 'ENOTDIR'].includes((e as NodeJS.ErrnoException).code ?? '')) return []
    throw e
  }
}
