/** Quantiles of a forecast: the limits of the 80 % band and its middle. */
export const CUANTILES = [0.1, 0.5, 0.9] as const

export type Band = { q10: number; q50: number; q90: number }

/** Pinball loss of one quantile q of probability p, in containers: p(y - q) where y is above, (1 - p)(q - y) where it is below. */
export const pinballOf = (y: number, q: number, p: number): number =>
  y >= q ? p * (y - q) : (1 - p) * (q - y)

/** Mean pinball loss of the three quantiles of a band. */
export const pinballBand = (y: number, { q10, q50, q90 }: Band): number =>
  (pinballOf(y, q10, 0.1) + pinballOf(y, q50, 0.5) + pinballOf(y, q90, 0.9)) / 3

/** The same with the last value as all three quantiles: half of its error. */
export const pinballUltimo = (y: number, last: number): number => Math.abs(y - last) / 2

export const isCubierta = (y: number, { q10, q90 }: Band): boolean => y >= q10 && y <= q90

/** Brier score of one probability: the square of its error. */
export const scoreBrier = (p: number, vino: boolean): number => (p - Number(vino)) ** 2

/** Whether a warning was given at an hour without a shortage. `horas`: hours until the shortage; null: none within 24 hours. */
export type Aviso = { avisa: boolean; horas: number | null }

/**
 * How well warnings predicted shortages, over the hours of one series in order.
 * Precision: of the hours with a warning, the share followed by a shortage within 24 hours. Recall: of the hours followed by a shortage,
 * the share with a warning.
 * Lead: for each shortage with a warning, the hours from the first warning of the unbroken run before it.
 */
export function countAvisos(avisos: Iterable<Aviso | null>) {
  const cuenta = { avisadas: 0, ciertas: 0, venidas: 0, antelacion: [] as number[] }
  let first: number | null = null
  for (const a of avisos) {
    if (!a) {
      // The stock is short now: the shortage that was warned of has come.
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
