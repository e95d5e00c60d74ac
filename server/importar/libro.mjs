// @ts-check
// The program of a child process (see aparte.ts): a small book can unpack to one without end. Plain JavaScript: from the
// sources it begins sooner than one that is compiled first.
import { readXlsx } from 'hucre/xlsx'

const POR_PARTE = 1000
/** More than the longest file that is taken has. */
const MAX_FILAS = 100_010
const MAX_COLUMNAS = 200

/** No field that is read is longer. */
const MAX_CELDA = 1000
/** Of all cells: text that they share costs nothing here, and much on its way to the server. */
const MAX_TEXTO = 32 << 20

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
async function sendFilas(bytes) {
  const libro = await readXlsx(bytes, { sheets: [0], maxRows: MAX_FILAS }).catch(refuse)
  if (typeof libro !== 'object') return
  const { sheets } = libro
  const filas = (sheets[0]?.rows ?? []).map((f) => f.slice(0, MAX_COLUMNAS).map(escrita))
  let texto = 0
  for (const f of filas) for (const c of f) texto += c.length
  if (texto > MAX_TEXTO) return refuse('too much text')
  for (let i = 0; i < filas.length; i += POR_PARTE) process.send?.({ parte: filas.slice(i, i + POR_PARTE) })
  process.send?.({ fin: true })
}

process.on('message', (bytes) => sendFilas(/** @type {Uint8Array} */ (bytes)))
// The server is gone.
process.on('disconnect', () => process.exit())
