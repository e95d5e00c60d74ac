import { PARAMETERS as P } from '../parameters'
import type { Window } from '../window'
import type { EmissionModel, Spots } from './emission-model'

/** Readers that heard a level, the level, its weight, and where the levels of a reader begin among those of a place's spots. */
let lector = new Int32Array(64)
let level = new Float64Array(64)
let weight = new Float64Array(64)
let row = new Int32Array(64)
/** By spot of a place: ln of how well it fits, less that of the whole place. */
let encaje = new Float64Array(64)
/** Nats behind the best spot at which a spot adds nothing that could be told. */
const DESPRECIABLE = 9

/**
 * How many times likelier the window is at the spots of each walked place that may be the one than at the whole of it, into `veces`: with one
 * variance for all spots. 0 where they are not looked at, 1 where nobody walked.
 * @param silencios by state, ln of what was heard at all and of what was not
 * @param ln by place, how likely the window is at the whole of it
 * @param margen nats behind the likeliest place at which spots are not looked at
 */
export function weighSpots(
  t: EmissionModel,
  v: Window,
  silencios: Float64Array,
  ln: Float64Array,
  margin: number,
  veces: Float64Array,
): void {
  if (lector.length < t.lectores) {
    lector = new Int32Array(2 * t.lectores)
    row = new Int32Array(2 * t.lectores)
    level = new Float64Array(2 * t.lectores)
    weight = new Float64Array(2 * t.lectores)
  }
  let n = 0
  let A = 0
  let determinante = 1
  for (let k = 0; k < v.hearers; k++) {
    const r = v.lectores[k] as number
    const levels = v.niveles[r] as number
    if (r >= t.lectores || levels === 0) continue
    const suya = P.varSitio + P.varAnuncio / levels
    lector[n] = r
    level[n] = (v.suma[r] as number) / levels
    weight[n++] = 1 / suya
    A += 1 / suya
    determinante *= suya * 0.03
  }
  const fijo = 0.5 * Math.log(determinante * (1 + P.varTagSitio * A))
  const comun = 1 / (A + 1 / P.varTagSitio)
  const L = t.lugares.length
  let max = Number.NEGATIVE_INFINITY
  for (let z = 0; z < L; z++) max = Math.max(max, ln[z] as number)
  veces.fill(1, 0, L)
  for (let e = 0; e < t.estados; e++) {
    const z = t.lugarOf[e] as number
    const p = t.puntos[z]
    if (!p) continue
    const todo = ln[z] as number
    veces[z] =
      todo < max - margin ? 0 : sumSpots(p, n, comun, todo - (silencios[e] as number) + fijo) / p.cuantos
  }
}

/** Over the spots of a place, how many times likelier than at the whole of it (`base`) the `n` levels that were heard are at each. */
function sumSpots({ cuantos, media }: Spots, n: number, comun: number, base: number): number {
  if (encaje.length < cuantos) encaje = new Float64Array(2 * cuantos)
  for (let i = 0; i < n; i++) row[i] = (lector[i] as number) * cuantos
  let mejor = Number.NEGATIVE_INFINITY
  for (let k = 0; k < cuantos; k++) {
    let B = 0
    let C = 0
    for (let i = 0; i < n; i++) {
      const dif = (level[i] as number) - (media[(row[i] as number) + k] as number)
      const w = (weight[i] as number) * dif
      B += w
      C += w * dif
    }
    const suyo = -0.5 * (C - B * B * comun) - base
    encaje[k] = suyo
    if (suyo > mejor) mejor = suyo
  }
  if (mejor < -DESPRECIABLE) return 0
  let suma = 0
  for (let k = 0; k < cuantos; k++)
    if ((encaje[k] as number) > mejor - DESPRECIABLE) suma += Math.exp(encaje[k] as number)
  return suma
}
