/** A line of a label: its font, and its size in points. */
export type Linea = { texto: string; fuente: Fuente; tam: number }
export type Fuente = 'Helvetica' | 'Helvetica-Bold' | 'Courier' | 'Courier-Bold'
/** Width of a text in points. */
export type Measure = (text: string, fuente: Fuente, tam: number) => number

/** What a label says. */
export type Adhesivo = { mac: string; apodo: string | null; familia: string | null; tipo: string }

/** From one line to the next, in sizes of its letter. */
export const INTERLINEA = 1.2
const MIN_APODO = 7
const MAX_MAC = 12
const MIN_MAC = 6
const MAX_PIE = 9
const MIN_PIE = 5.5
/** Share of the label's height that the nickname may take. */
const PARTE_APODO = 0.3

const heightOf = (lineas: Linea[]) => lineas.reduce((n, l) => n + l.tam * INTERLINEA, 0)

/**
 * The lines of a label within `ancho` by `alto` points: the nickname as large as fits, the mac whole, and family and
 * type where room is left. A device without a nickname goes by its mac.
 */
export function lineasOf(a: Adhesivo, width: number, height: number, measure: Measure): Linea[] {
  // Widths grow with the size: what one point takes says which size fits, a hair less than to the last digit.
  const sizeFor = (text: string, fuente: Fuente) => (0.999 * width) / measure(text, fuente, 1)
  const lineas: Linea[] = []
  if (a.apodo !== null) {
    const fuente = 'Helvetica-Bold'
    const tam = Math.max(MIN_APODO, Math.min(height * PARTE_APODO, sizeFor(a.apodo, fuente)))
    lineas.push({ texto: cut(a.apodo, (t) => measure(t, fuente, tam) <= width), fuente, tam })
  }
  const fuente = a.apodo === null ? 'Courier-Bold' : 'Courier'
  const tam = Math.max(MIN_MAC, Math.min(MAX_MAC, sizeFor(a.mac, fuente)))
  const porLinea = Math.max(1, Math.floor(width / measure('0', fuente, tam)))
  for (let i = 0; i < a.mac.length; i += porLinea)
    lineas.push({ texto: a.mac.slice(i, i + porLinea), fuente, tam })
  const pie = a.familia === null ? a.tipo : `Familia ${a.familia} · ${a.tipo}`
  const last: Linea = { texto: pie, fuente: 'Helvetica', tam: Math.min(MAX_PIE, sizeFor(pie, 'Helvetica')) }
  if (last.tam >= MIN_PIE && heightOf([...lineas, last]) <= height) lineas.push(last)
  // The code says it all again: what does not fit is better left out than printed on the next label.
  while (lineas.length > 1 && heightOf(lineas) > height) lineas.pop()
  return lineas
}

function cut(text: string, sizeFor: (t: string) => boolean): string {
  if (sizeFor(text)) return text
  const letters = [...text]
  while (letters.length > 1 && !sizeFor(`${letters.join('')}…`)) letters.pop()
  return `${letters.join('')}…`
}
