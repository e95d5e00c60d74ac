// @ts-check
// Program of a child process (see child-process.ts): a small file can take hours to read. It is plain JavaScript, because run from the sources it
// starts sooner than code that is compiled first.
import { readFile } from 'node:fs/promises'
import { getDocumentProxy } from 'unpdf'

/** Manuals have fewer pages; a file with more is not read to its end. */
const MAX_PAGES = 2000
const MAX_CARACTERES = 20_000
/** Characters read of a page before blanks are removed. */
const MAX_LEIDOS = 2 * MAX_CARACTERES

/**
 * Reads the text of a page up to the limit; the rest is not read at all.
 * @param {import('unpdf/pdfjs').PDFPageProxy} pagina
 */
async function readText(page) {
  const lector = page.streamTextContent().getReader()
  let text = ''
  while (text.length < MAX_LEIDOS) {
    const { value, done } = await lector.read()
    if (done) return text
    for (const i of value.items) if ('str' in i) text += i.str + (i.hasEOL ? '\n' : '')
  }
  await lector.cancel()
  return text.slice(0, MAX_LEIDOS)
}

/**
 * One line of plain characters that can be stored and quoted, without bullets.
 * @param {string} texto
 */
const clean = (text) =>
  text
    .normalize('NFC')
    .replace(/-\n(?=\p{Ll})/gu, '')
    .replace(/[•\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_CARACTERES)

/** @param {string} archivo */
async function sendPages(archivo) {
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(archivo)), { verbosity: 0 })
  try {
    for (let n = 1; n <= Math.min(pdf.numPages, MAX_PAGES); n++) {
      const page = await pdf.getPage(n)
      process.send?.({ parte: clean(await readText(page)) })
      page.cleanup()
    }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

process.on('message', (archivo) =>
  sendPages(String(archivo)).then(
    () => process.send?.({ fin: true }),
    (e) => process.send?.({ error: String(e) }),
  ),
)
// The server has ended.
process.on('disconnect', () => process.exit())
