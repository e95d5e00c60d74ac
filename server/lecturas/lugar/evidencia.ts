import { PARAMETROS as P } from './parametros'
import { type Anchura, weighPuntos } from './puntos'
import type { Tabla } from './tabla'
import { pudoDe, type Ventana } from './ventana'

/** How much so many adverts of one rest tell. */
const share = (m: number) => m / (1 + (m - 1) * P.correlacion)

/** Room for one number of each reader or state, doubled where a plant has more of them. */
const roomOf = (n: number) => new Float64Array(2 * n)

/** What the window says of its readers, one after the other: those that heard no level, then those that did. */
let oidor = new Int32Array(64)
let veces = roomOf(32)
let nivel = roomOf(32)
let ruido = roomOf(32)
/** By state, what silences alone say. */
let callado = roomOf(32)

/** Fill in the arrays above. @returns how many heard it, and how many of these without a level */
function gather(t: Tabla, v: Ventana): [n: number, sinNivel: number] {
  const R = t.lectores
  if (oidor.length < R) {
    oidor = new Int32Array(2 * R)
    veces = roomOf(R)
    nivel = roomOf(R)
    ruido = roomOf(R)
  }
  let [n, sinNivel] = [0, 0]
  for (let pasada = 0; pasada < 2; pasada++) {
    for (let k = 0; k < v.oyentes; k++) {
      const r = v.lectores[k] as number
      const niveles = v.niveles[r] as number
      if (r >= R || niveles > 0 !== pasada > 0) continue
      const pudo = pudoDe(v, r)
      oidor[n] = r
      veces[n] = share(Math.max(1, pudo)) * Math.min(1, (v.veces[r] as number) / Math.max(1, pudo))
      nivel[n] = niveles > 0 ? (v.suma[r] as number) / niveles : 0
      ruido[n++] = niveles > 0 ? P.varAnuncio / niveles : 0
    }
    if (pasada === 0) sinNivel = n
  }
  return [n, sinNivel]
}

/**
 * Ln of how likely the window is in each state, into `salida`: the mean level and the silences of every reader, with the tag's own
 * offset integrated out. Means have the state's variance and that of an advert over their number, so that more adverts of one rest do not make
 * surer than the spot allows.
 */
export function weigh(t: Tabla, v: Ventana, salida: Float64Array): void {
  const E = t.estados
  if (callado.length < E) callado = roomOf(E)
  const [n, sinNivel] = gather(t, v)
  const { media, varianza, gana, calla } = t
  const todos = share(Math.max(1, v.anuncios))
  for (let e = 0; e < E; e++) callado[e] = (t.silencio[e] as number) * todos
  for (let k = 0; k < v.callados; k++) {
    const r = v.mudos[k] as number
    if (r >= t.lectores) continue
    const menos = (v.pudo[r] as number) > 0 ? share(v.pudo[r] as number) - todos : -todos
    const base = r * E
    for (let e = 0; e < E; e++) callado[e] = (callado[e] as number) + menos * (calla[base + e] as number)
  }
  for (let e = 0; e < E; e++) {
    let suyo = callado[e] as number
    let A = 0
    let B = 0
    let C = 0
    let D = 1
    for (let k = 0; k < sinNivel; k++)
      suyo += (veces[k] as number) * (gana[(oidor[k] as number) * E + e] as number)
    for (let k = sinNivel; k < n; k++) {
      const i = (oidor[k] as number) * E + e
      const suya = (varianza[i] as number) + (ruido[k] as number)
      const w = 1 / suya
      const dif = (nivel[k] as number) - (media[i] as number)
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
let porLugar = roomOf(32)
let reparto = roomOf(32)
/** By place: how many times likelier at its spots than at the whole of it; ln of how likely right at one of them. */
let enPuntos = roomOf(32)
let cerca = roomOf(32)

const SITIO: Anchura = { varianza: P.varSitio, varTag: P.varTagSitio }
const CERCA: Anchura = { varianza: P.varCerca, varTag: P.varTagCerca }

/** Into `porLugar`, how likely the window is at the whole of each place. */
function weighEstados(t: Tabla, v: Ventana): void {
  if (porEstado.length < t.estados) {
    porEstado = roomOf(t.estados)
    porLugar = roomOf(t.estados)
    reparto = roomOf(t.estados)
    enPuntos = roomOf(t.estados)
    cerca = roomOf(t.estados)
  }
  weigh(t, v, porEstado)
  const L = t.lugares.length
  porLugar.fill(Number.NEGATIVE_INFINITY, 0, L)
  for (let e = 0; e < t.estados; e++) {
    const z = t.lugarDe[e] as number
    if (z >= 0 && (porEstado[e] as number) > (porLugar[z] as number)) porLugar[z] = porEstado[e] as number
  }
  if (t.estados !== L) softenMaximos(t)
}

/**
 * Ln of how likely the window is at each place of the table: over its states, soft maximum. The array is used again by the
 * next call.
 * @param mueve the tag is on its way: fewer places are looked at closely
 */
export function weighLugares(t: Tabla, v: Ventana, mueve = false): Float64Array {
  const margen = mueve ? P.margenMoviendo : P.margenSitios
  const L = t.lugares.length
  weighEstados(t, v)
  if (t.andada) addPuntos(t, v, margen, t.cerca > 0)
  if (t.cerca === 0) return addPropios(t, v, porLugar)
  const todos = lnSuma(porLugar, L)
  addPropios(t, v, porLugar)
  // Own readers tell which place it is, not whether it stands at a spot.
  const lejos = Math.log(1 - t.cerca) + todos - lnSuma(porLugar, L)
  for (let z = 0; z < L; z++)
    porLugar[z] = lnMas(lejos + (porLugar[z] as number), Math.log(t.cerca) + (cerca[z] as number))
  return porLugar
}

/** Ln of the sum of the first `n` numbers whose logarithms are given. */
function lnSuma(ln: Float64Array, n: number): number {
  let suma = Number.NEGATIVE_INFINITY
  for (let i = 0; i < n; i++) suma = lnMas(suma, ln[i] as number)
  return suma
}

/** The same of two. */
function lnMas(a: number, b: number): number {
  const max = Math.max(a, b)
  return max === Number.NEGATIVE_INFINITY ? max : max + Math.log1p(Math.exp(Math.min(a, b) - max))
}

/** What of a walked place is left where its spots are not looked at. */
const LN_RESTO = Math.log(1 - P.parteSitios)

/**
 * Part of each walked place is its spots.
 * @param conCerca fill `cerca` too: how likely the window is right at a spot of each place
 */
function addPuntos(t: Tabla, v: Ventana, margen: number, conCerca: boolean): void {
  const L = t.lugares.length
  weighPuntos(t, v, SITIO, callado, porLugar, margen, null, enPuntos)
  if (conCerca) {
    weighPuntos(t, v, CERCA, callado, porLugar, margen, enPuntos, cerca)
    for (let z = 0; z < L; z++) cerca[z] = (porLugar[z] as number) + Math.log(cerca[z] as number)
  }
  for (let z = 0; z < L; z++) {
    const veces = enPuntos[z] as number
    const suya = veces === 0 ? LN_RESTO : Math.log(1 - P.parteSitios + P.parteSitios * veces)
    porLugar[z] = (porLugar[z] as number) + suya
  }
}

/**
 * Ln of how many times likelier a rest is where tags stand right at the spots of the walk (`parteCerca` of them) than where they stand anywhere in
 * its places: tells how near to its walk a plant lives.
 */
export function weighCercania(t: Tabla, v: Ventana): number {
  weighEstados(t, v)
  addPuntos(t, v, P.margenSitios, true)
  const L = t.lugares.length
  return Math.log(1 - P.parteCerca + P.parteCerca * Math.exp(lnSuma(cerca, L) - lnSuma(porLugar, L)))
}

/** Places have several states: beside the best one of each place the others of it count too. */
function softenMaximos(t: Tabla): void {
  const L = t.lugares.length
  const suma = reparto.fill(0, 0, L)
  for (let e = 0; e < t.estados; e++) {
    const z = t.lugarDe[e] as number
    if (z < 0) continue
    suma[z] =
      (suma[z] as number) +
      (t.reparto[e] as number) * Math.exp(P.suave * ((porEstado[e] as number) - (porLugar[z] as number)))
  }
  for (let z = 0; z < L; z++) porLugar[z] = (porLugar[z] as number) + Math.log(suma[z] as number) / P.suave
}

let oidos = roomOf(32)

/** What the own readers of each place say by themselves: the louder the best of them hears the tag, the likelier it is there. */
function addPropios(t: Tabla, v: Ventana, ln: Float64Array): Float64Array {
  if (oidos.length < t.lectores) oidos = roomOf(t.lectores)
  oidos.fill(P.sinOir, 0, t.lectores)
  for (let k = 0; k < v.oyentes; k++) {
    const r = v.lectores[k] as number
    if (v.niveles[r] && r < t.lectores)
      oidos[r] = Math.max(P.sinOir, (v.suma[r] as number) / (v.niveles[r] as number))
  }
  let max = P.sinOir
  for (let r = 0; r < t.lectores; r++) max = Math.max(max, oidos[r] as number)
  for (let k = 0; k < v.callados; k++) {
    const r = v.mudos[k] as number
    if (!v.veces[r] && r < t.lectores) oidos[r] = max
  }
  const suelo = Math.max(P.sinOir, max - P.sinOirDb)
  for (let z = 0; z < t.lugares.length; z++) {
    const suyos = t.lectoresDe[z] as number[]
    let mejor = suyos.length ? suelo : max + P.sinLectorDb
    for (const r of suyos) mejor = Math.max(mejor, oidos[r] as number)
    ln[z] = (ln[z] as number) + P.porDb * mejor
  }
  return ln
}
