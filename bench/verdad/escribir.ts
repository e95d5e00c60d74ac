import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'

/** Opens a file of a recording for writing; `write` waits while the disk is behind. */
export function openCsv(folder: string, nombre: string, header: string) {
  const archivo = createWriteStream(join(folder, nombre))
  archivo.write(`${header}\n`)
  return {
    async write(rows: readonly string[]): Promise<void> {
      if (rows.length && !archivo.write(`${rows.join('\n')}\n`)) await once(archivo, 'drain')
    },
    close: () => finished(archivo.end()),
  }
}
