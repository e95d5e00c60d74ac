/** A line of a label: its font, and its size in points. */
export type Linea = { texto: string; fuente: Fuente; tam: number }
export type Fuente = 'Helvetica' | 'Helvetica-Bold' | 'Courier' | 'Courier-Bold'
/** Width of a text in points. */
export type Measure = (texto: string, fuente: Fuente, tam: number) => number

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

const altoDe = (lineas: Linea[]) => lineas.reduce((n, l) => n + l.tam * INTERLINEA, 0)

/**
 * The lines of a label within `ancho` by `alto` points: the nickname as large as fits, the mac whole, and family and
 * type where room is left. A device without a nickname goes by its mac.
 */
export function lineasDe(a: Adhesivo, ancho: number, alto: number, measure: Measure): Linea[] {
  // Widths grow with the size: what one point takes says which size fits, a hair less than to the last digit.
  const sizeFor = (texto: string, fuente: Fuente) => (0.999 * ancho) / measure(texto, fuente, 1)
  const lineas: Linea[] = []
  if (a.apodo !== null) {
    const fuente = 'Helvetica-Bold'
    const tam = Math.max(MIN_APODO, Math.min(alto * PARTE_APODO, sizeFor(a.apodo, fuente)))
    lineas.push({ texto: cut(a.apodo, (t) => measure(t, fuente, tam) <= ancho), fuente, tam })
  }
  const fuente = a.apodo === null ? 'Courier-Bold' : 'Courier'
  const tam = Math.max(MIN_MAC, Math.min(MAX_MAC, sizeFor(a.mac, fuente)))
  const porLinea = Math.max(1, Math.floor(ancho / measure('0', fuente, tam)))
  for (let i = 0; i < a.mac.length; i += porLinea)
    lineas.push({ texto: a.mac.slice(i, i + porLinea), fuente, tam })
  const pie = a.familia === null ? a.tipo : `Familia ${a.familia} · ${a.tipo}`
  const ultima: Linea = { texto: pie, fuente: 'Helvetica', tam: Math.min(MAX_PIE, sizeFor(pie, 'Helvetica')) }
  if (ultima.tam >= MIN_PIE && altoDe([...lineas, ultima]) <= alto) lineas.push(ultima)
  // The code says it all again: what does not fit is better left out than printed on the next label.
  while (lineas.length > 1 && altoDe(lineas) > alto) lineas.pop()
  return lineas
}

function cut(texto: string, sizeFor: (t: string) => boolean): string {
  if (sizeFor(texto)) return texto
  const letras = [...texto]
  while (letras.length > 1 && !sizeFor(`${letras.join('')}…`)) letras.pop()
  return `${letras.join('')}…`
}
