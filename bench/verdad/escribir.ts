import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'

/** A file of a recording that is written as it comes; `write` waits while the disk is behind. */
export function openCsv(carpeta: string, nombre: string, cabecera: string) {
  const archivo = createWriteStream(join(carpeta, nombre))
  archivo.write(`${cabecera}\n`)
  return {
    async write(filas: readonly string[]): Promise<void> {
      if (filas.length && !archivo.write(`${filas.join('\n')}\n`)) await once(archivo, 'drain')
    },
    close: () => finished(archivo.end()),
  }
}
