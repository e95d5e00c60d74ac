// @ts-check
// The program of a child process (see child-process.ts): a small book can unpack to one without end. Plain JavaScript: from the
// sources it begins sooner than one that is compiled first.
import { readXlsx } from 'hucre/xlsx'

/** Characters of a message, of which the server reads one after another: more at once would hold up its other calls. */
const TEXT_PER_PART = 64 << 10
/** A cell takes some time too, however short it is. */
const CELL = 8
/** More than the longest file that is taken has. */
const MAX_ROWS = 100_010
const MAX_COLUMNS = 200

/** No field that is read is longer. */
const MAX_CELDA = 1000
/** Of all cells: text that they share costs nothing here, and much on its way to the server. */
const MAX_TEXT = 32 << 20

/**
 * A cell as a person in Spain would have typed it: a number has its decimals after a comma.
 * @param {unknown} v
 */
function escrita(v) {
  if (v === null || v === undefined) return ''
  if (v instanceof Date) return v.toISOString().replace('T', ' ').slice(0, 19)
  if (typeof v === 'boolean') return v ? 'true' : 'false'
  if (typeof v === 'number') return String(v).replace('.', ',')
  return String(v).slice(0, MAX_CELDA).trim()
}

/** @param {unknown} error what the book has that cannot be read; any other fault is ours, and ends this process */
const refuse = (error) => process.send?.({ error: String(error) })

/** @param {Uint8Array} bytes */
async function sendRows(bytes) {
  const libro = await readXlsx(bytes, { sheets: [0], maxRows: MAX_ROWS }).catch(refuse)
  if (typeof libro !== 'object') return
  const { sheets } = libro
  const rows = (sheets[0]?.rows ?? []).flatMap((f, i) => {
    const celdas = f.slice(0, MAX_COLUMNS).map(escrita)
    return celdas.some((c) => c !== '') ? [{ linea: i + 1, celdas }] : []
  })
  let all = 0
  /** @type {typeof rows} */
  let part = []
  let size = 0
  /** @type {(typeof rows)[]} */
  const parts = [part]
  for (const row of rows) {
    const text = row.celdas.reduce((n, c) => n + c.length, 0)
    all += text
    size += text + CELL * row.celdas.length
    part.push(row)
    if (size < TEXT_PER_PART) continue
    part = []
    parts.push(part)
    size = 0
  }
  if (all > MAX_TEXT) return refuse('too much text')
  for (const parte of parts) process.send?.({ parte })
  process.send?.({ fin: true })
}

process.on('message', (bytes) => sendRows(/** @type {Uint8Array} */ (bytes)))
// The server is gone.
process.on('disconnect', () => process.exit())
