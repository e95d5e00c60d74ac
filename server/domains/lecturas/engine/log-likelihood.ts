import type { EmissionModel } from './model/emission-model'
import { weighSpots } from './model/spots'
import { PARAMETERS as P } from './parameters'
import { pudoOf, type Window } from './window'

/** How much so many adverts of one rest tell. */
const share = (m: number) => m / (1 + (m - 1) * P.correlacion)

/** Room for one number of each reader or state, doubled where a plant has more of them. */
const roomOf = (n: number) => new Float64Array(2 * n)

/** What the window says of its readers, one after the other: those that heard no level, then those that did. */
let oidor = new Int32Array(64)
let veces = roomOf(32)
let level = roomOf(32)
let noise = roomOf(32)
/** By state, what silences alone say. */
let callado = roomOf(32)

/** Fill in the arrays above. @returns how many heard it, and how many of these without a level */
function gather(t: EmissionModel, v: Window): [n: number, sinLevel: number] {
  const R = t.lectores
  if (oidor.length < R) {
    oidor = new Int32Array(2 * R)
    veces = roomOf(R)
    level = roomOf(R)
    noise = roomOf(R)
  }
  let [n, sinLevel] = [0, 0]
  for (let pasada = 0; pasada < 2; pasada++) {
    for (let k = 0; k < v.hearers; k++) {
      const r = v.lectores[k] as number
      const levels = v.niveles[r] as number
      if (r >= R || levels > 0 !== pasada > 0) continue
      const pudo = pudoOf(v, r)
      oidor[n] = r
      veces[n] = share(Math.max(1, pudo)) * Math.min(1, (v.veces[r] as number) / Math.max(1, pudo))
      level[n] = levels > 0 ? (v.suma[r] as number) / levels : 0
      noise[n++] = levels > 0 ? P.varAnuncio / levels : 0
    }
    if (pasada === 0) sinLevel = n
  }
  return [n, sinLevel]
}

/**
 * Ln of how likely the window is in each state, into `salida`: the mean level and the silences of every reader, with the tag's own
 * offset integrated out. Means have the state's variance and that of an advert over their number, so that more adverts of one rest do not make
 * surer than the spot allows.
 */
export function weigh(t: EmissionModel, v: Window, salida: Float64Array): void {
  const E = t.estados
  if (callado.length < E) callado = roomOf(E)
  const [n, sinLevel] = gather(t, v)
  const { media, varianza, gana, calla } = t
  const all = share(Math.max(1, v.anuncios))
  for (let e = 0; e < E; e++) callado[e] = (t.silencio[e] as number) * all
  for (let k = 0; k < v.callados; k++) {
    const r = v.mudos[k] as number
    if (r >= t.lectores) continue
    const menos = (v.pudo[r] as number) > 0 ? share(v.pudo[r] as number) - all : -all
    const base = r * E
    for (let e = 0; e < E; e++) callado[e] = (callado[e] as number) + menos * (calla[base + e] as number)
  }
  for (let e = 0; e < E; e++) {
    let suyo = callado[e] as number
    let A = 0
    let B = 0
    let C = 0
    let D = 1
    for (let k = 0; k < sinLevel; k++)
      suyo += (veces[k] as number) * (gana[(oidor[k] as number) * E + e] as number)
    for (let k = sinLevel; k < n; k++) {
      const i = (oidor[k] as number) * E + e
      const suya = (varianza[i] as number) + (noise[k] as number)
      const w = 1 / suya
      const dif = (level[k] as number) - (media[i] as number)
      A += w
      B += w * dif
      C += w * dif * dif
      D *= suya * 0.03
      suyo += (veces[k] as number) * (gana[i] as number)
    }
    callado[e] = suyo
    const cuadrado = C - (B * B) / (A + 1 / P.varTag)
    salida[e] = suyo - 0.5 * (cuadrado + Math.log(D * (1 + P.varTag * A)))
  }
}

let porEstado = roomOf(32)
let porPlace = roomOf(32)
let routing = roomOf(32)
/** By place: how many times likelier at its spots than at the whole of it. */
let inSpots = roomOf(32)

/** Into `porPlace`, how likely the window is at the whole of each place. */
function weighEstados(t: EmissionModel, v: Window): void {
  if (porEstado.length < t.estados) {
    porEstado = roomOf(t.estados)
    porPlace = roomOf(t.estados)
    routing = roomOf(t.estados)
    inSpots = roomOf(t.estados)
  }
  weigh(t, v, porEstado)
  const L = t.lugares.length
  porPlace.fill(Number.NEGATIVE_INFINITY, 0, L)
  for (let e = 0; e < t.estados; e++) {
    const z = t.lugarOf[e] as number
    if (z >= 0 && (porEstado[e] as number) > (porPlace[z] as number)) porPlace[z] = porEstado[e] as number
  }
  if (t.estados !== L) softenMaximos(t)
}

/**
 * Ln of how likely the window is at each place of the table: over its states, soft maximum. The array is used again by the
 * next call.
 * @param mueve the tag is on its way: fewer places are looked at closely
 */
export function weighPlaces(t: EmissionModel, v: Window, mueve = false): Float64Array {
  weighEstados(t, v)
  if (t.andada) addSpots(t, v, mueve ? P.margenMoviendo : P.margenSitios)
  return addPropios(t, v, porPlace)
}

/** What of a walked place is left where its spots are not looked at. */
const LN_RESTO = Math.log(1 - P.parteSitios)

/** Part of each walked place is its spots. */
function addSpots(t: EmissionModel, v: Window, margin: number): void {
  const L = t.lugares.length
  weighSpots(t, v, callado, porPlace, margin, inSpots)
  for (let z = 0; z < L; z++) {
    const veces = inSpots[z] as number
    const suya = veces === 0 ? LN_RESTO : Math.log(1 - P.parteSitios + P.parteSitios * veces)
    porPlace[z] = (porPlace[z] as number) + suya
  }
}

/** Places have several states: beside the best one of each place the others of it count too. */
function softenMaximos(t: EmissionModel): void {
  const L = t.lugares.length
  const suma = routing.fill(0, 0, L)
  for (let e = 0; e < t.estados; e++) {
    const z = t.lugarOf[e] as number
    if (z < 0) continue
    suma[z] =
      (suma[z] as number) +
      (t.reparto[e] as number) * Math.exp(P.suave * ((porEstado[e] as number) - (porPlace[z] as number)))
  }
  for (let z = 0; z < L; z++) porPlace[z] = (porPlace[z] as number) + Math.log(suma[z] as number) / P.suave
}

let walkObservations = roomOf(32)

/** What the own readers of each place say by themselves: the louder the best of them hears the tag, the likelier it is there. */
function addPropios(t: EmissionModel, v: Window, ln: Float64Array): Float64Array {
  if (walkObservations.length < t.lectores) walkObservations = roomOf(t.lectores)
  walkObservations.fill(P.sinOir, 0, t.lectores)
  for (let k = 0; k < v.hearers; k++) {
    const r = v.lectores[k] as number
    if (v.niveles[r] && r < t.lectores)
      walkObservations[r] = Math.max(P.sinOir, (v.suma[r] as number) / (v.niveles[r] as number))
  }
  let max = P.sinOir
  for (let r = 0; r < t.lectores; r++) max = Math.max(max, walkObservations[r] as number)
  for (let k = 0; k < v.callados; k++) {
    const r = v.mudos[k] as number
    if (!v.veces[r] && r < t.lectores) walkObservations[r] = max
  }
  const suelo = Math.max(P.sinOir, max - P.sinOirDb)
  for (let z = 0; z < t.lugares.length; z++) {
    const suyos = t.lectoresOf[z] as number[]
    let mejor = suyos.length ? suelo : max + P.sinLectorDb
    for (const r of suyos) mejor = Math.max(mejor, walkObservations[r] as number)
    ln[z] = (ln[z] as number) + P.porDb * mejor
  }
  return ln
}
