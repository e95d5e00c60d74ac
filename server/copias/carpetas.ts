import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The embedded database, what belongs to it, the daily copies, and what is the file system's. */
const DE_LA_BASE = /^(pg|pg-.*|postgresql.*|lost\+found|copias|\..*)$/

/** Folders of DATA_DIR that are not the database: manuals, pictures, whatever is kept there. */
export function listCarpetas(dataDir: string): string[] {
  try {
    return readdirSync(dataDir, { withFileTypes: true })
      .filter((d) => d.isDirectory() && !DE_LA_BASE.test(d.name))
      .map((d) => d.name)
      .sort()
  } catch {
    return []
  }
}

/**
 * Whether a path is of a file within one of those folders, on any system: nothing that climbs, nothing of the database in
 * whatever spelling a disk takes for its name.
 */
export function isRutaDeCarpeta(ruta: string): boolean {
  const partes = ruta.split('/')
  const carpeta = (partes[0] as string).normalize('NFKC').toLowerCase()
  return (
    partes.length > 1 &&
    !/[\0\\:]/.test(ruta) &&
    partes.every((p) => p !== '' && p !== '.' && p !== '..') &&
    !/[. ]$/.test(carpeta) &&
    !DE_LA_BASE.test(carpeta)
  )
}

/** Every plain file below, as a path with slashes. */
export function* listArchivos(dataDir: string, carpeta: string): Generator<string> {
  for (const d of readdirSync(join(dataDir, carpeta), { withFileTypes: true })) {
    const ruta = `${carpeta}/${d.name}`
    if (d.isDirectory()) yield* listArchivos(dataDir, ruta)
    else if (d.isFile()) yield ruta
  }
}
