/** Blanks that people and programs put between thousands: the common one, that without a break, and the narrow one. */
const BLANCO = '[ \\u00a0\\u202f]'
/** Digits as a whole, or in groups of three after a point or a blank; a comma before the decimals. `0.125` is no group of thousands. */
const ESPANOL = new RegExp(
  `^(\\d*|[1-9]\\d{0,2}(?:\\.\\d{3})+|[1-9]\\d{0,2}(?:${BLANCO}\\d{3})+)(?:,(\\d+))?$`,
)
/** Digits with marks that another language, or nobody, puts so. */
const DUDOSO = /^\d*(?:[.,]\d+)+$/
/** More digits than a double holds. */
const MAX_CIFRAS = 15
const MAX_CITA = 24

const MARCAS = 'Los decimales van con coma y los millares con punto.'

type Leido = { n: number; decimales: number } | { reparo: string } | null

const group = (digits: string) => digits.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, '.')

/** The two numbers that a text in doubt may mean: its last mark before decimals, or all of them between thousands. */
function askBack(cita: string, signo: string, resto: string): string {
  const last = Math.max(resto.lastIndexOf('.'), resto.lastIndexOf(','))
  const digits = resto.replace(/\D/g, '')
  const decimal = `${resto.slice(0, last).replace(/\D/g, '') || '0'},${resto.slice(last + 1)}`
  return `«${cita}» no está claro: ¿${signo}${decimal} o ${signo}${group(digits)}? ${MARCAS}`
}

function read(texto: string): Leido {
  const escrito = texto.trim()
  if (escrito === '') return null
  const cita = escrito.length > MAX_CITA ? `${escrito.slice(0, MAX_CITA)}…` : escrito
  const signo = /^[-\u2212]/.test(escrito) ? '-' : ''
  const resto = escrito.replace(/^[-+\u2212]/, '')
  const [numero, entera = '', decimal = ''] = ESPANOL.exec(resto) ?? []
  if (numero) {
    const cifras = entera.replace(/\D/g, '')
    if (cifras.length + decimal.length > MAX_CIFRAS)
      return { reparo: `Son demasiadas cifras: como mucho ${MAX_CIFRAS}.` }
    return {
      n: Number(`${signo}${cifras || '0'}.${decimal || '0'}`),
      decimales: decimal.length,
    }
  }
  const junto = resto.replace(new RegExp(BLANCO, 'g'), '')
  if (DUDOSO.test(junto)) return { reparo: askBack(cita, signo, junto) }
  return {
    reparo: `«${cita}» no es un número. Escríbelo con cifras y los decimales con coma, como 1.500 o 1500,5.`,
  }
}

/**
 * Why a text is no number, in Spanish; null: it is one, or blank.
 * @param decimales how many decimals it may be written with; 0: a whole number; unset: any. Zeros count: `1,500` in a field of euros may be
 * another language's 1500.
 */
export function reviewNumero(texto: string, decimales?: number): string | null {
  const r = read(texto)
  if (r === null) return null
  if ('reparo' in r) return r.reparo
  if (decimales === undefined || r.decimales <= decimales) return null
  if (decimales === 0) return 'Debe ser un número entero.'
  return `Con ${decimales} ${decimales === 1 ? 'decimal' : 'decimales'} como mucho.`
}

/**
 * A number as it is written in Spanish: `1.500`, `1.500,50`, `1500,5`. Null if blank; NaN if `reviewNumero` has an objection.
 * @param decimales as there
 */
export function parseNumero(texto: string, decimales?: number): number | null {
  const r = read(texto)
  if (r === null) return null
  return 'n' in r && (decimales === undefined || r.decimales <= decimales) ? r.n : Number.NaN
}

/**
 * Degrees of a latitude or longitude: maps give them with a point, and no coordinate has thousands, so that the point or the comma is the
 * decimal mark. Null if blank, NaN if it is none.
 */
export function parseGrados(texto: string): number | null {
  const escrito = texto.trim().replace(/^\u2212/, '-')
  if (escrito === '') return null
  return /^[+-]?\d{1,3}([.,]\d{1,20})?$/.test(escrito) ? Number(escrito.replace(',', '.')) : Number.NaN
}
