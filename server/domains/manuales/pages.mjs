// @ts-check
// The program of a child process (see aparte.ts): a small file can hold hours of work. Plain JavaScript: from the
// sources it begins sooner than one that is compiled first.
import { readFile } from 'node:fs/promises'
import { getDocumentProxy } from 'unpdf'

/** A manual has fewer; a file that claims more is not read to its end. */
const MAX_PAGES = 2000
const MAX_CARACTERES = 20_000
/** Read of a page before its blanks go. */
const MAX_LEIDOS = 2 * MAX_CARACTERES

/**
 * The text of a page, as far as it is kept: what follows is not even looked at.
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
 * One line of plain characters, as it can be stored and quoted; bullets would stand in the middle of it.
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
// The server is gone.
process.on('disconnect', () => process.exit())
