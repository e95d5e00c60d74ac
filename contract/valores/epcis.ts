/** How a container comes to a place, in the words of the CBV. */
export const PASOS = { arriving: 'Llegada', receiving: 'Recepción', repairing: 'Reparación' } as const
export type Paso = keyof typeof PASOS
export const NOMBRES_PASO = Object.keys(PASOS) as Paso[]

/** First values of what a company sets. */
export const UMBRAL_EPCIS = 0.6
export const MINUTOS_REPOSO = { inicial: 60, min: 1, max: 43_200 } as const
/** Days of the past that are told when telling begins, at most. */
export const MAX_DIAS_EPCIS = 366

/** Our own terms in events. It is a name and no address: nothing is fetched from it. */
export const ESPACIO_EPCIS = 'urn:retorna:epcis:'
export const PREFIJO_EPCIS = 'retorna'

/** Events of a page: the first value, and the most. */
export const POR_PAGINA_EPCIS = { inicial: 30, max: 1000 } as const

export const TIPOS_EPCIS = ['ObjectEvent', 'AssociationEvent'] as const
export const ACCIONES_EPCIS = ['ADD', 'OBSERVE', 'DELETE'] as const

/** Subscriptions that a company may have. */
export const MAX_SUSCRIPCIONES_EPCIS = 20

/** Sum of GS1: digits count 3 and 1 in turn from the right, and the check digit makes it a whole ten. */
export function checkDigit(digits: string): string {
  let sum = 0
  for (let i = 0; i < digits.length; i++) sum += Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 3 : 1)
  return String((10 - (sum % 10)) % 10)
}

/** What is wrong with a GS1 company prefix; null: nothing. */
export const reviewPrefijo = (s: string): string | null =>
  /^\d{6,12}$/.test(s) ? null : 'El prefijo de empresa GS1 tiene de 6 a 12 cifras.'

/** What is wrong with a GLN; null: nothing. */
export function reviewGln(s: string): string | null {
  if (!/^\d{13}$/.test(s)) return 'Un GLN tiene 13 cifras.'
  const check = checkDigit(s.slice(0, 12))
  return s[12] === check ? null : `La cifra de control de ese GLN debería ser ${check}.`
}

/** What is wrong with the asset type of a family; null: nothing. */
export function reviewTipo(s: string, prefijo: string): string | null {
  const largo = 12 - prefijo.length
  if (largo === 0)
    return s === '' ? null : 'Con un prefijo de 12 cifras no queda ninguna para el tipo de activo.'
  return new RegExp(`^\\d{${largo}}$`).test(s)
    ? null
    : `Con ese prefijo, el tipo de activo tiene ${largo} ${largo === 1 ? 'cifra' : 'cifras'}.`
}

/** What is wrong with the extension of a GLN; null: nothing. */
export const reviewExtension = (s: string): string | null =>
  /^[A-Za-z0-9_.-]{1,20}$/.test(s)
    ? null
    : 'Una extensión tiene hasta 20 letras, cifras, puntos o guiones, sin acentos ni espacios.'

/** What is wrong with the domain of Digital Link URIs; null: nothing. */
export function reviewDominio(s: string): string | null {
  const url = URL.canParse(s) ? new URL(s) : null
  const bien =
    url?.protocol === 'https:' && !url.search && !url.hash && !url.username && !url.password && !/\s/.test(s)
  return bien && s.length <= 60 ? null : 'El dominio es una dirección que empieza por https://, sin consulta.'
}
