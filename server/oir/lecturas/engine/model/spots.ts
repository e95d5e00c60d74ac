import type { Scales } from '../context'
import { PARAMETERS as P } from '../parameters'
import type { Window } from '../window'
import type { EmissionModel, Spots, StateTable } from './emission-model'

/** A spot or a place this many nats behind the best one adds nothing that could be reported. */
const DESPRECIABLE = 9

/**
 * How many times likelier the window is at the spots of each walked place than at the whole place, into `enSitios`. All spots of a place
 * have one variance. 0: the spots were not looked at; 1: nobody walked the place.
 * @param b holds by place the ln likelihood at the whole place, and by state that of which readers heard the tag and which did not
 */
export function weighSpots(b: Scales, t: EmissionModel, s: StateTable, v: Window): void {
  const { lugar: ln, callado: silencios, enSitios: veces } = b
  const L = t.lugares.length
  let max = Number.NEGATIVE_INFINITY
  for (let z = 0; z < L; z++) max = Math.max(max, ln[z] as number)
  veces.fill(1, 0, L)
  for (let e = 0; e < s.estados; e++) {
    const z = s.lugarOf[e] as number
    const p = s.puntos[z]
    if (!p) continue
    const todo = ln[z] as number
    veces[z] =
      todo < max - DESPRECIABLE ? 0 : sumSpots(b, t, v, p, todo - (silencios[e] as number)) / p.cuantos
  }
}

/** Sum over the spots of a place of how many times likelier the heard levels are at each than at the whole place (`todo`). */
function sumSpots(b: Scales, t: EmissionModel, v: Window, p: Spots, todo: number): number {
  const { cuantos, media } = p
  if (b.encaje.length < cuantos) b.encaje = new Float64Array(2 * cuantos)
  const { suyo: level, peso: weight, fila: row, encaje } = b
  let n = 0
  let A = 0
  let determinante = 1
  for (let k = 0; k < v.hearers; k++) {
    const r = v.lectores[k] as number
    const levels = v.niveles[r] as number
    if (r >= t.lectores || levels === 0) continue
    const suya = p.varianza + P.varAnuncio / levels
    row[n] = r * cuantos
    level[n] = (v.suma[r] as number) / levels
    weight[n++] = 1 / suya
    A += 1 / suya
    determinante *= suya * 0.03
  }
  const base = todo + 0.5 * Math.log(determinante * (1 + P.varTagSitio * A))
  const comun = 1 / (A + 1 / P.varTagSitio)
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
