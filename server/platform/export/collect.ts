import type { Readable } from 'node:stream'

/** What mail servers usually accept: the file grows by a third in a mail. */
const MAX_BYTES = 10 * 1024 * 1024
const MAX_MS = 40_000

export const LARGE = 'El fichero ocupa más de 10 MB: acote los filtros, o descárguelo desde la pantalla.'
const LENTO = 'El fichero tarda demasiado en hacerse: acote los filtros, o descárguelo desde la pantalla.'

/**
 * Read a file that is to be mailed, up to a limit of bytes and time; else return the reason. A file that exceeds a limit is not generated
 * to its end.
 */
export async function collect(flujo: Readable): Promise<Buffer | string> {
  let lento = false
  const clock = setTimeout(() => {
    lento = true
    flujo.destroy()
  }, MAX_MS)
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of flujo) {
      bytes += (chunk as Buffer).length
      if (bytes > MAX_BYTES) return LARGE
      chunks.push(chunk as Buffer)
    }
  } catch (e) {
    if (!lento) throw e
  } finally {
    clearTimeout(clock)
  }
  return lento ? LENTO : Buffer.concat(chunks)
}
