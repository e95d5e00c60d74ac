/** How a container arrives at a place, as CBV business steps. */
export const PASOS = { arriving: 'Llegada', receiving: 'Recepción', repairing: 'Reparación' } as const
export type Paso = keyof typeof PASOS
export const NOMBRES_PASO = Object.keys(PASOS) as Paso[]

/** Initial values of the settings of a company. */
export const UMBRAL_EPCIS = 0.6
export const MINUTOS_REPOSO = { inicial: 60, min: 1, max: 43_200 } as const
/** Whole months, besides the present one, for which published events are kept. */
export const MESES_EPCIS = { inicial: 24, min: 3, max: 120 } as const
/** Maximum number of past days that are published when publishing begins. */
export const MAX_DIAS_EPCIS = 366

/** Namespace of our own terms in events. It is a name, not an address: nothing is fetched from it. */
export const ESPACIO_EPCIS = 'urn:retorna:epcis:'
export const PREFIJO_EPCIS = 'retorna'

/** Events of a page: default and maximum. */
export const POR_PAGINA_EPCIS = { inicial: 30, max: 1000 } as const

export const TIPOS_EPCIS = ['ObjectEvent', 'AssociationEvent'] as const
export const ACCIONES_EPCIS = ['ADD', 'OBSERVE', 'DELETE'] as const

/** Maximum number of subscriptions of a company. */
export const MAX_SUSCRIPCIONES_EPCIS = 20

/** GS1 check digit: digits weigh 3 and 1 in turn from the right, and the check digit completes the sum to a multiple of ten. */
export function checkDigit(digits: string): string {
  let sum = 0
  for (let i = 0; i < digits.length; i++) sum += Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 3 : 1)
  return String((10 - (sum % 10)) % 10)
}

/** The error in a GS1 company prefix; null: none. */
export const reviewPrefijo = (s: string): string | null =>
  /^\d{6,12}$/.test(s) ? null : 'El prefijo de empresa GS1 tiene de 6 a 12 cifras.'

/** The error in a GLN; null: none. */
export function reviewGln(s: string): string | null {
  if (!/^\d{13}$/.test(s)) return 'Un GLN tiene 13 cifras.'
  const check = checkDigit(s.slice(0, 12))
  return s[12] === check ? null : `La cifra de control de ese GLN debería ser ${check}.`
}

/** The error in the asset type of a family; null: none. */
export function reviewTipo(s: string, prefijo: string): string | null {
  const largo = 12 - prefijo.length
  if (largo === 0)
    return s === '' ? null : 'Con un prefijo de 12 cifras no queda ninguna para el tipo de activo.'
  return new RegExp(`^\\d{${largo}}$`).test(s)
    ? null
    : `Con ese prefijo, el tipo de activo tiene ${largo} ${largo === 1 ? 'cifra' : 'cifras'}.`
}

/** The error in the extension of a GLN; null: none. */
export const reviewExtension = (s: string): string | null =>
  /^[A-Za-z0-9_.-]{1,20}$/.test(s)
    ? null
    : 'Una extensión tiene hasta 20 letras, cifras, puntos o guiones, sin acentos ni espacios.'

/** The error in the domain of Digital Link URIs; null: none. */
export function reviewDominio(s: string): string | null {
  const url = URL.canParse(s) ? new URL(s) : null
  const bien =
    url?.protocol === 'https:' && !url.search && !url.hash && !url.username && !url.password && !/\s/.test(s)
  return bien && s.length <= 60 ? null : 'El dominio es una dirección que empieza por https://, sin consulta.'
}
