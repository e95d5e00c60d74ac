import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { getDocumentProxy } from 'unpdf'

/** A manual has fewer; a file that claims more is not read to its end. */
const MAX_PAGINAS = 2000
const MAX_CARACTERES = 20_000
const MAX_MS = 60_000

/** The text of each page of a PDF, from the first on. Throws where the file is no PDF that can be read. */
export async function readPaginas(archivo: string, parar: () => boolean): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(archivo)), { verbosity: 0 })
  try {
    const paginas: string[] = []
    const fin = Date.now() + MAX_MS
    for (let n = 1; n <= Math.min(pdf.numPages, MAX_PAGINAS) && Date.now() < fin && !parar(); n++) {
      const pagina = await pdf.getPage(n)
      const { items } = await pagina.getTextContent()
      const texto = items.map((i) => ('str' in i ? i.str + (i.hasEOL ? '\n' : '') : '')).join('')
      paginas.push(clean(texto))
      pagina.cleanup()
      // Others are served between two pages.
      await setImmediate()
    }
    return paginas
  } finally {
    await pdf.loadingTask.destroy()
  }
}

/** One line of plain characters, as it can be stored and quoted; bullets would stand in the middle of it. */
const clean = (texto: string) =>
  texto
    .normalize('NFC')
    .replace(/-\n(?=\p{Ll})/gu, '')
    .replace(/[•\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_CARACTERES)
