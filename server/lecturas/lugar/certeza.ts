import { PARAMETROS as P } from './parametros'

/** A place with its certainty, 0 to 1. */
export type Opcion = { lugar: number; p: number }

/**
 * The place told and the two that come next, with their certainty. Raw odds are too sure, since what shades one advert shades the next:
 * an exponent makes them honest.
 * @param ln ln odds of each place, `n` of them
 */
export function rank(
  lugares: readonly number[],
  ln: ArrayLike<number>,
  dicho: number,
  exponente: number,
): Opcion[] {
  let max = Number.NEGATIVE_INFINITY
  let segundo = -1
  let tercero = -1
  const at = (z: number) => (z < 0 ? Number.NEGATIVE_INFINITY : (ln[z] as number))
  for (let z = 0; z < lugares.length; z++) {
    max = Math.max(max, at(z))
    if (z === dicho) continue
    if (at(z) > at(segundo)) [segundo, tercero] = [z, segundo]
    else if (at(z) > at(tercero)) tercero = z
  }
  let suma = 0
  for (let z = 0; z < lugares.length; z++) {
    const d = exponente * (at(z) - max)
    if (d > DESPRECIABLE) suma += Math.exp(d)
  }
  const orden: Opcion[] = []
  for (const z of [dicho, segundo, tercero])
    if (z >= 0) orden.push({ lugar: lugares[z] as number, p: Math.exp(exponente * (at(z) - max)) / suma })
  return orden
}

/** Ln odds under which a place adds nothing to the sum. */
const DESPRECIABLE = -12

/** What the engine thought when a person said where a tag is: ln odds of each place, and which was true. */
export type Caso = { ln: readonly number[]; verdad: number }

/** How surprising the cases are under an exponent, and how far it is from the one of other plants. */
function costOf(casos: readonly Caso[], exponente: number): number {
  let coste = PESO_PREVIO * Math.log(exponente / P.exponente) ** 2
  for (const { ln, verdad } of casos) {
    const max = Math.max(...ln)
    const suma = ln.reduce((n, v) => n + Math.exp(exponente * (v - max)), 0)
    coste += Math.log(suma) - exponente * ((ln[verdad] as number) - max)
  }
  return coste
}

const PESO_PREVIO = 5
const [MINIMO, MAXIMO] = [0.05, 2]
const PASOS = 60

/** The exponent under which what was said comes true as often as it was said, by the confirmations of a plant. */
export function fitExponente(casos: readonly Caso[]): number {
  const utiles = casos.filter((c) => c.verdad >= 0 && c.verdad < c.ln.length && c.ln.every(Number.isFinite))
  let mejor: number = P.exponente
  for (let i = 0; i <= PASOS; i++) {
    const e = MINIMO * (MAXIMO / MINIMO) ** (i / PASOS)
    if (costOf(utiles, e) < costOf(utiles, mejor)) mejor = e
  }
  return mejor
}
