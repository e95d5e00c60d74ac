import type { Scales } from './context'
import type { EmissionModel, StateTable } from './model/emission-model'
import { weighSpots } from './model/spots'
import { PARAMETERS as P } from './parameters'
import { pudoOf, type Window } from './window'

const OF_LECTOR = ['veces', 'nivel', 'ruido', 'oye', 'peso', 'suyo'] as const
const OF_ESTADO = ['callado', 'estado'] as const
const OF_LUGAR = ['lugar', 'suma', 'enSitios', 'propio', 'ln', 'certeza'] as const

/** Enlarge the arrays for a plant of this size. */
function growScales(b: Scales, lectores: number, estados: number, places: number): void {
  if (b.oidor.length < lectores) {
    b.oidor = new Int32Array(2 * lectores)
    b.fila = new Int32Array(2 * lectores)
    for (const k of OF_LECTOR) b[k] = new Float64Array(2 * lectores)
  }
  if (b.estado.length < estados) for (const k of OF_ESTADO) b[k] = new Float64Array(2 * estados)
  if (b.lugar.length < places) for (const k of OF_LUGAR) b[k] = new Float64Array(2 * places)
}

/** Effective number of independent observations in `m` adverts of one rest. */
const share = (m: number) => m / (1 + (m - 1) * P.correlacion)

/** Fill in what the window holds of each reader. Readers that heard no level come first. */
function gather(b: Scales, lectores: number, v: Window): void {
  const { oidor, veces, nivel: level, ruido: noise } = b
  let n = 0
  for (let pasada = 0; pasada < 2; pasada++) {
    for (let k = 0; k < v.hearers; k++) {
      const r = v.lectores[k] as number
      const levels = v.niveles[r] as number
      if (r >= lectores || levels > 0 !== pasada > 0) continue
      const pudo = pudoOf(v, r)
      oidor[n] = r
      veces[n] = share(Math.max(1, pudo)) * Math.min(1, (v.veces[r] as number) / Math.max(1, pudo))
      level[n] = levels > 0 ? (v.suma[r] as number) / levels : 0
      noise[n++] = levels > 0 ? P.varAnuncio / levels : 0
    }
    if (pasada === 0) b.sinNivel = n
  }
  b.oidores = n
}

/**
 * Ln likelihood of the window in each state, into `estado`: mean level and silences of every reader, with the tag's own offset integrated
 * out. The variance of a mean is the state's plus an advert's over the number of adverts, so that more adverts of one rest make it no surer
 * than the spot allows.
 */
function weigh(b: Scales, lectores: number, t: StateTable, silencio: number, v: Window): void {
  const E = t.estados
  const { oidores: n, sinNivel: sinLevel } = b
  const { media, varianza, gana, calla } = t
  const { oidor, veces, nivel: level, ruido: noise, callado, estado: salida } = b
  const all = silencio * share(Math.max(1, v.anuncios))
  for (let e = 0; e < E; e++) callado[e] = (t.silencio[e] as number) * all
  for (let k = 0; k < v.callados; k++) {
    const r = v.mudos[k] as number
    if (r >= lectores) continue
    const menos = (v.pudo[r] as number) > 0 ? silencio * share(v.pudo[r] as number) - all : -all
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
      suyo += silencio * (veces[k] as number) * (gana[(oidor[k] as number) * E + e] as number)
    for (let k = sinLevel; k < n; k++) {
      const i = (oidor[k] as number) * E + e
      const suya = (varianza[i] as number) + (noise[k] as number)
      const w = 1 / suya
      const dif = (level[k] as number) - (media[i] as number)
      A += w
      B += w * dif
      C += w * dif * dif
      D *= suya * 0.03
      suyo += silencio * (veces[k] as number) * (gana[i] as number)
    }
    callado[e] = suyo
    const cuadrado = C - (B * B) / (A + 1 / P.varTag)
    salida[e] = suyo - 0.5 * (cuadrado + Math.log(D * (1 + P.varTag * A)))
  }
}

/** Ln share of a walked place that is left if its spots are not looked at. */
const LN_RESTO = Math.log(1 - P.parteSitios)

/** Mix the spots of each walked place into its likelihood. */
function addSpots(b: Scales, t: EmissionModel, s: StateTable, v: Window): void {
  weighSpots(b, t, s, v)
  const { lugar: ln, enSitios } = b
  for (let z = 0; z < t.lugares.length; z++) {
    const veces = enSitios[z] as number
    const suya = veces === 0 ? LN_RESTO : Math.log(1 - P.parteSitios + P.parteSitios * veces)
    ln[z] = (ln[z] as number) + suya
  }
}

/** Soft maximum over the states of a place: beside the best state the others count too. */
function softenMaximos(b: Scales, L: number, t: StateTable, soft: number): void {
  const { estado, lugar: ln } = b
  const suma = b.suma.fill(0, 0, L)
  for (let e = 0; e < t.estados; e++) {
    const z = t.lugarOf[e] as number
    suma[z] =
      (suma[z] as number) +
      (t.reparto[e] as number) * Math.exp(soft * ((estado[e] as number) - (ln[z] as number)))
  }
  for (let z = 0; z < L; z++) ln[z] = (ln[z] as number) + Math.log(suma[z] as number) / soft
}

/** Level of the best of each place's own readers, into `propio`. The louder that reader hears the tag, the likelier the tag is there. */
function gatherPropios(b: Scales, t: EmissionModel, v: Window): void {
  const { oye, propio } = b
  oye.fill(P.sinOir, 0, t.lectores)
  for (let k = 0; k < v.hearers; k++) {
    const r = v.lectores[k] as number
    if (v.niveles[r] && r < t.lectores)
      oye[r] = Math.max(P.sinOir, (v.suma[r] as number) / (v.niveles[r] as number))
  }
  let max = P.sinOir
  for (let r = 0; r < t.lectores; r++) max = Math.max(max, oye[r] as number)
  for (let k = 0; k < v.callados; k++) {
    const r = v.mudos[k] as number
    if (!v.veces[r] && r < t.lectores) oye[r] = max
  }
  const suelo = Math.max(P.sinOir, max - P.sinOirDb)
  for (let z = 0; z < t.lugares.length; z++) {
    const suyos = t.lectoresOf[z] as number[]
    let mejor = suyos.length ? suelo : max + P.sinLectorDb
    for (const r of suyos) mejor = Math.max(mejor, oye[r] as number)
    propio[z] = mejor
  }
}

/** Prepare a window once, for all models that weigh it. */
export function lookAt(b: Scales, t: EmissionModel, v: Window): void {
  growScales(b, t.lectores, 0, t.lugares.length)
  gather(b, t.lectores, v)
  gatherPropios(b, t, v)
}

/** Ln likelihood at each place, by one model, of the window that `lookAt` prepared last, into `lugar`. */
export function weighBy(b: Scales, t: EmissionModel, s: StateTable, v: Window): void {
  const { dials: d } = s
  const L = t.lugares.length
  growScales(b, t.lectores, s.estados, L)
  weigh(b, t.lectores, s, d.silencio, v)
  const ln = b.lugar.fill(Number.NEGATIVE_INFINITY, 0, L)
  for (let e = 0; e < s.estados; e++) {
    const z = s.lugarOf[e] as number
    if ((b.estado[e] as number) > (ln[z] as number)) ln[z] = b.estado[e] as number
  }
  if (!s.unico) softenMaximos(b, L, s, d.suave)
  if (s.andada) addSpots(b, t, s, v)
  for (let z = 0; z < L; z++) ln[z] = (ln[z] as number) + d.porDb * (b.propio[z] as number)
}

/** Ln of the sum of two numbers whose logarithms are given. */
function lnMas(x: number, y: number): number {
  const max = Math.max(x, y)
  const d = Math.min(x, y) - max
  return d > DESPRECIABLE ? max + Math.log1p(Math.exp(d)) : max
}

/** Ln of the sum of the first `n` numbers to the power `by`, given by their logarithms. */
function lnSuma(ln: Float64Array, n: number, by: number): number {
  let max = Number.NEGATIVE_INFINITY
  for (let i = 0; i < n; i++) max = Math.max(max, ln[i] as number)
  let suma = 0
  for (let i = 0; i < n; i++) {
    const d = by * ((ln[i] as number) - max)
    if (d > DESPRECIABLE) suma += Math.exp(d)
  }
  return by * max + Math.log(suma)
}
const DESPRECIABLE = -30

/** Add one model to the mixture, as one of several that may be true: none can rule out what another one is sure of. */
function mix(b: Scales, L: number, weight: number, warmth: number, exponent: number): void {
  const { lugar: suyo, ln, certeza } = b
  const todo = lnSuma(suyo, L, warmth)
  const honesto = lnSuma(suyo, L, warmth * exponent)
  const w = Math.log(weight)
  for (let z = 0; z < L; z++) {
    const n = warmth * (suyo[z] as number)
    ln[z] = lnMas(ln[z] as number, w + n - todo)
    certeza[z] = lnMas(certeza[z] as number, w + exponent * n - honesto)
  }
}

/** Ln likelihood of the window at each place of the table, into `ln`; ln odds for the certainty, into `certeza`. */
export function weighPlaces(b: Scales, t: EmissionModel, v: Window): void {
  const L = t.lugares.length
  lookAt(b, t, v)
  b.ln.fill(Number.NEGATIVE_INFINITY, 0, L)
  b.certeza.fill(Number.NEGATIVE_INFINITY, 0, L)
  const solo = t.modelos.length === 1
  for (const { peso, tabla } of t.modelos) {
    weighBy(b, t, tabla, v)
    if (solo) for (let z = 0; z < L; z++) b.ln[z] = b.certeza[z] = b.lugar[z] as number
    else mix(b, L, peso, tabla.dials.temple, t.exponente)
  }
  if (!solo) for (let z = 0; z < L; z++) b.certeza[z] = (b.certeza[z] as number) / t.exponente
}
