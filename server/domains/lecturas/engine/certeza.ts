import { PARAMETERS as P } from './parameters'

/** A place with its certainty, 0 to 1. */
export type Opcion = { lugar: number; p: number }

/**
 * How often a place that is reported comes true. Odds near one half or over it are somewhat too sure still; and what goes on being told although
 * others are as likely was reported for a reason.
 * @param cruda its share of the odds
 */
const soften = (cruda: number) =>
  Math.max(
    P.certezaMinima,
    1 / (1 + Math.exp(-P.certezaBase - P.certezaPendiente * Math.log(cruda / (1 - cruda)))),
  )

/**
 * The place told and the two that come next, with their certainty. Raw odds are too sure, since what shades one advert shades the next:
 * an exponent makes them honest.
 * @param ln ln odds of each place, `n` of them
 */
export function rank(
  places: readonly number[],
  ln: ArrayLike<number>,
  reported: number,
  exponent: number,
): Opcion[] {
  let second = -1
  let tercero = -1
  let deSegundo = Number.NEGATIVE_INFINITY
  let deTercero = Number.NEGATIVE_INFINITY
  for (let z = 0; z < places.length; z++) {
    const suyo = ln[z] as number
    if (z === reported) continue
    if (suyo > deSegundo) {
      tercero = second
      deTercero = deSegundo
      second = z
      deSegundo = suyo
    } else if (suyo > deTercero) {
      tercero = z
      deTercero = suyo
    }
  }
  // It is reported still: another one is not far enough ahead to be believed.
  const max = Math.max(ln[reported] as number, deSegundo)
  let suma = 1
  for (let z = 0; z < places.length; z++) {
    const d = exponent * ((ln[z] as number) - max)
    if (z !== reported && d > DESPRECIABLE) suma += Math.exp(d)
  }
  const p = soften(1 / suma)
  const resto = suma > 1 ? (1 - p) / (suma - 1) : 0
  const order: Opcion[] = [{ lugar: places[reported] as number, p }]
  for (const z of [second, tercero])
    if (z >= 0)
      order.push({ lugar: places[z] as number, p: resto * Math.exp(exponent * ((ln[z] as number) - max)) })
  return order
}

/** Ln odds under which a place adds nothing to the sum. */
const DESPRECIABLE = -12

/** What the engine thought when a person said where a tag is: ln odds of each place, and which was true. */
export type Caso = { ln: readonly number[]; verdad: number }

/** How surprising the cases are under an exponent, and how far it is from the one of other plants. */
function costOf(casos: readonly Caso[], exponent: number): number {
  let coste = WEIGHT_PREVIOUS * Math.log(exponent / P.exponente) ** 2
  for (const { ln, verdad } of casos) {
    const max = Math.max(...ln)
    const suma = ln.reduce((n, v) => n + Math.exp(exponent * (v - max)), 0)
    const p = soften(1 / suma)
    const suya = (ln[verdad] as number) - max
    coste -= suya === 0 ? Math.log(p) : Math.log((1 - p) / (suma - 1)) + exponent * suya
  }
  return coste
}

const WEIGHT_PREVIOUS = 5
const [MINIMUM, MAXIMUM] = [0.05, 2]
const PASOS = 60

/** The exponent under which what was said comes true as often as it was said, by the confirmations of a plant. */
export function fitExponente(casos: readonly Caso[]): number {
  const utiles = casos.filter((c) => c.verdad >= 0 && c.verdad < c.ln.length && c.ln.every(Number.isFinite))
  let mejor: number = P.exponente
  for (let i = 0; i <= PASOS; i++) {
    const e = MINIMUM * (MAXIMUM / MINIMUM) ** (i / PASOS)
    if (costOf(utiles, e) < costOf(utiles, mejor)) mejor = e
  }
  return mejor
}
