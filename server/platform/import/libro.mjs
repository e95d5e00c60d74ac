// @ts-check
// The program of a child process (see child-process.ts): a small book can unpack to one without end. Plain JavaScript: from the
// sources it begins sooner than one that is compiled first.
import { readXlsx } from 'hucre/xlsx'

const POR_PARTE = 1000
/** More than the longest file that is taken has. */
const MAX_ROWS = 100_010
const MAX_COLUMNS = 200

/** No field that is read is longer. */
const MAX_CELDA = 1000
/** Of all cells: text that they share costs nothing here, and much on its way to the server. */
const MAX_TEXT = 32 << 20

/**
 * A cell as a person would have typed it.
 * @param {unknown} v
 */
function escrita(v) {
  if (v === null || v === undefined) return ''
  if (v instanceof Date) return v.toISOString().replace('T', ' ').slice(0, 19)
  if (typeof v === 'boolean') return v ? 'true' : 'false'
  return String(v).slice(0, MAX_CELDA).trim()
}

/** @param {unknown} error what the book has that cannot be read; any other fault is ours, and ends this process */
const refuse = (error) => process.send?.({ error: String(error) })

/** @param {Uint8Array} bytes */
async function sendRows(bytes) {
  const libro = await readXlsx(bytes, { sheets: [0], maxRows: MAX_ROWS }).catch(refuse)
  if (typeof libro !== 'object') return
  const { sheets } = libro
  const rows = (sheets[0]?.rows ?? []).map((f) => f.slice(0, MAX_COLUMNS).map(escrita))
  let text = 0
  for (const f of rows) for (const c of f) text += c.length
  if (text > MAX_TEXT) return refuse('too much text')
  for (let i = 0; i < rows.length; i += POR_PARTE) process.send?.({ parte: rows.slice(i, i + POR_PARTE) })
  process.send?.({ fin: true })
}

process.on('message', (bytes) => sendRows(/** @type {Uint8Array} */ (bytes)))
// The server is gone.
process.on('disconnect', () => process.exit())
