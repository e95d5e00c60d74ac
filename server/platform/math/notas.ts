/** Shares that a forecast tells of: the band of 80 % and its middle. */
export const CUANTILES = [0.1, 0.5, 0.9] as const

export type Band = { q10: number; q50: number; q90: number }

/** Pinball loss of one quantile q of share p: p(y - q) where y is above, (1 - p)(q - y) where it is below; in containers. */
export const pinballOf = (y: number, q: number, p: number): number =>
  y >= q ? p * (y - q) : (1 - p) * (q - y)

/** Mean pinball loss of a band's three quantiles. */
export const pinballBand = (y: number, { q10, q50, q90 }: Band): number =>
  (pinballOf(y, q10, 0.1) + pinballOf(y, q50, 0.5) + pinballOf(y, q90, 0.9)) / 3

/** The same of the last value told as all three: half of how far off it is. */
export const pinballUltimo = (y: number, last: number): number => Math.abs(y - last) / 2

export const isCubierta = (y: number, { q10, q90 }: Band): boolean => y >= q10 && y <= q90

/** Brier score of one chance: the square of what it was off. */
export const scoreBrier = (p: number, vino: boolean): number => (p - Number(vino)) ** 2

/** A warning, or none, at one hour at which it was not short; `horas`: until it was, null: not within the 24. */
export type Aviso = { avisa: boolean; horas: number | null }

/**
 * How well warnings told of shortages, over the hours of one series in their order.
 * Precision: of the hours at which it warned, those followed by a shortage within 24 hours. Recall: of the hours followed by one, those at which it
 * warned. Lead: of each shortage that was warned of, hours from the first warning of its run (unbroken until it came) to it.
 */
export function countAvisos(avisos: Iterable<Aviso | null>) {
  const cuenta = { avisadas: 0, ciertas: 0, venidas: 0, antelacion: [] as number[] }
  let first: number | null = null
  for (const a of avisos) {
    if (!a) {
      // Short by now: what was warned of has come.
      if (first !== null) cuenta.antelacion.push(first)
      first = null
      continue
    }
    const viene = a.horas !== null
    cuenta.venidas += Number(viene)
    if (!a.avisa) {
      first = null
      continue
    }
    cuenta.avisadas++
    cuenta.ciertas += Number(viene)
    first = viene ? (first ?? (a.horas as number)) : null
  }
  return cuenta
}
