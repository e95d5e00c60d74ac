import { PARAMETERS as P } from './parameters'

/** A place with its certainty, 0 to 1. */
export type Opcion = { lugar: number; p: number }

/**
 * Certainty of a reported place. There is a minimum: a place that is still reported although others are as likely was reported for a
 * reason.
 * @param share its share of the odds
 */
const certaintyOf = (share: number) => Math.max(P.certezaMinima, share)

/**
 * The reported place and the two next likeliest, with their certainty. Raw odds are too sure, because adverts are not independent: what
 * shades one advert shades the next. The exponent corrects that.
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
  // `reported` need not be the likeliest place: another one may be ahead, but not far enough to be believed.
  const max = Math.max(ln[reported] as number, deSegundo)
  let suma = 1
  for (let z = 0; z < places.length; z++) {
    const d = exponent * ((ln[z] as number) - max)
    if (z !== reported && d > DESPRECIABLE) suma += Math.exp(d)
  }
  const p = certaintyOf(1 / suma)
  const resto = suma > 1 ? (1 - p) / (suma - 1) : 0
  const order: Opcion[] = [{ lugar: places[reported] as number, p }]
  for (const z of [second, tercero])
    if (z >= 0)
      order.push({ lugar: places[z] as number, p: resto * Math.exp(exponent * ((ln[z] as number) - max)) })
  return order
}

/** Ln odds, relative to the best place, below which a place adds nothing to the sum. */
const DESPRECIABLE = -12

/** One confirmation by a person: ln odds that the engine gave each place then, and the index of the true place. */
export type Caso = { ln: readonly number[]; verdad: number }

/** Cost of an exponent: negative log-likelihood of the cases, plus a penalty for its distance from the exponent of other plants. */
function costOf(casos: readonly Caso[], exponent: number): number {
  let coste = WEIGHT_PREVIOUS * Math.log(exponent / P.exponente) ** 2
  for (const { ln, verdad } of casos) {
    const max = Math.max(...ln)
    const suma = ln.reduce((n, v) => n + Math.exp(exponent * (v - max)), 0)
    const p = certaintyOf(1 / suma)
    const suya = (ln[verdad] as number) - max
    coste -= suya === 0 ? Math.log(p) : Math.log((1 - p) / (suma - 1)) + exponent * suya
  }
  return coste
}

const WEIGHT_PREVIOUS = 5
const [MINIMUM, MAXIMUM] = [0.05, 2]
const PASOS = 60

/** Exponent under which places come true as often as their certainty says, by the confirmations of a plant. */
export function fitExponente(casos: readonly Caso[]): number {
  const utiles = casos.filter((c) => c.verdad >= 0 && c.verdad < c.ln.length && c.ln.every(Number.isFinite))
  let mejor: number = P.exponente
  for (let i = 0; i <= PASOS; i++) {
    const e = MINIMUM * (MAXIMUM / MINIMUM) ** (i / PASOS)
    if (costOf(utiles, e) < costOf(utiles, mejor)) mejor = e
  }
  return mejor
}
