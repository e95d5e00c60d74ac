/** A line of a label with its font and font size in points. */
export type Linea = { texto: string; fuente: Fuente; tam: number }
export type Fuente = 'Helvetica' | 'Helvetica-Bold' | 'Courier' | 'Courier-Bold'
/** Width of a text in points. */
export type Measure = (text: string, fuente: Fuente, tam: number) => number

/** Content of a label. */
export type Adhesivo = { mac: string; apodo: string | null; familia: string | null; tipo: string }

/** Line spacing, in font sizes. */
export const INTERLINEA = 1.2
const MIN_APODO = 7
const MAX_MAC = 12
const MIN_MAC = 6
const MAX_PIE = 9
const MIN_PIE = 5.5
/** Largest share of the label's height for the nickname. */
const PARTE_APODO = 0.3

const heightOf = (lineas: Linea[]) => lineas.reduce((n, l) => n + l.tam * INTERLINEA, 0)

/**
 * Lays out a label within `ancho` × `alto` points: the nickname as large as it fits, the mac complete, then family and type if there is
 * room. A device without a nickname shows its mac there.
 */
export function lineasOf(a: Adhesivo, width: number, height: number, measure: Measure): Linea[] {
  // Width is proportional to the font size, so the width at 1 point gives the size that fits; slightly less, because of rounding.
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
  // The QR code has the same data: lines that do not fit are left out, so that they do not print on the next label.
  while (lineas.length > 1 && heightOf(lineas) > height) lineas.pop()
  return lineas
}

function cut(text: string, sizeFor: (t: string) => boolean): string {
  if (sizeFor(text)) return text
  const letters = [...text]
  while (letters.length > 1 && !sizeFor(`${letters.join('')}…`)) letters.pop()
  return `${letters.join('')}…`
}
