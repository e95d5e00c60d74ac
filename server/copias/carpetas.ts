import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The embedded database, what belongs to it, and what is the file system's. */
const DE_LA_BASE = /^(pg|pg-.*|postgresql.*|lost\+found|\..*)$/

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

/** Every plain file below, as a path with slashes. */
export function* listArchivos(dataDir: string, carpeta: string): Generator<string> {
  for (const d of readdirSync(join(dataDir, carpeta), { withFileTypes: true })) {
    const ruta = `${carpeta}/${d.name}`
    if (d.isDirectory()) yield* listArchivos(dataDir, ruta)
    else if (d.isFile()) yield ruta
  }
}
