import { PARAMETERS as P } from '../parameters'
import { driftOf } from './ageing'
import { type Dials, dialsOf } from './candidates'
import { createKinds, type Kind, learnedOf, type Prior } from './prior'
import { joinSpots, type LectorDePlanta, type Stats, spotsOf } from './stats'
import { CANDIDATE_NAMES, type Candidate, PLAIN } from './weights'

/** Compiled sums of one model, by which evidence is weighed. Index by reader and state: reader · states + state. */
export type StateTable = {
  dials: Dials
  estados: number
  /** Place of each state, as an index in the plant's `lugares`. */
  lugarOf: Int32Array
  /** Expected level, dBm. */
  media: Float64Array
  /** Variance of a level, dB². */
  varianza: Float64Array
  /** ln p(not heard). */
  calla: Float64Array
  /** ln p(heard) less ln p(not heard). */
  gana: Float64Array
  /** By state: ln p(not heard) of all readers together. */
  silencio: Float64Array
  /** By state: its share of its place. */
  reparto: Float64Array
  /** By place: the spots of a walk there; null: the place is known by its states alone. */
  puntos: (Spots | null)[]
  /** Some place has spots. */
  andada: boolean
  /** Every place has exactly one state. */
  unico: boolean
}

/** What the places of a plant are decided by. */
export type EmissionModel = {
  version: number
  /** Exponent that corrects odds that are too sure (`fitExponente`). */
  exponente: number
  lectores: number
  /** The places that can be reported. */
  lugares: number[]
  /** By place: numbers of its readers. */
  lectoresOf: number[][]
  /** The models in use, the greatest weight first; their weights add up to 1. */
  modelos: { clase: Candidate; peso: number; tabla: StateTable }[]
}

/** The spots of a place. `media`: expected level of each reader there, dBm; index: reader · spots + spot. `varianza`: of a level, dB². */
export type Spots = { cuantos: number; media: Float64Array; varianza: number }

/**
 * `exponente`: exponent of the certainty, as fitted on the plant's confirmations. `hoy`: day (since 1970) at which the age of samples is
 * counted; 0: they do not age.
 */
export type Compiling = { exponente?: number; hoy?: number }

/** A model with less weight is not worth its time. */
const MIN_WEIGHT = 0.05

/** The models of these sums that are used, the greatest weight first. */
function listModels(s: Readonly<Stats>): { clase: Candidate; peso: number }[] {
  const weights = s.mezcla && andadosOf(s).size > 0 ? s.mezcla : PLAIN
  const cuentan = CANDIDATE_NAMES.filter((clase) => weights[clase] >= MIN_WEIGHT)
  const suma = cuentan.reduce((n, clase) => n + weights[clase], 0)
  return cuentan.map((clase) => ({ clase, peso: weights[clase] / suma })).sort((a, b) => b.peso - a.peso)
}

/** The places with enough samples of walks to be known by them. */
function andadosOf(s: Readonly<Stats>): Set<number> {
  const samples = new Map<number, number>()
  for (const [e, place] of s.lugares.entries())
    if ((s.propio[e] as number) < 0) samples.set(place, (samples.get(place) ?? 0) + (s.muestras[e] as number))
  return new Set([...samples].flatMap(([place, n]) => (n >= P.muestrasPunto ? [place] : [])))
}

/** Compile the sums with the prior of the plant. A walked place is known by its spots, another place by the surroundings of its readers. */
export function compile(
  all: Readonly<Stats>,
  planta: readonly LectorDePlanta[],
  version: number,
  { exponente = P.exponente, hoy = 0 }: Compiling = {},
): EmissionModel {
  const plan = planOf(all, version, exponente)
  return {
    ...plan,
    modelos: listModels(all).map((m) => ({
      ...m,
      tabla: compileTable(all, planta, plan.lugares, m.clase, hoy),
    })),
  }
}

/** The places of these sums and their readers, without any model. */
export function planOf(all: Readonly<Stats>, version: number, exponente: number): EmissionModel {
  const places = [...new Set(all.lugares)]
  const lectoresOf = places.map((l) =>
    all.lugares.flatMap((suyo, e) =>
      suyo === l && (all.propio[e] as number) >= 0 ? [all.propio[e] as number] : [],
    ),
  )
  return { version, exponente, lectores: all.lectores, lugares: places, lectoresOf, modelos: [] }
}

/**
 * Compile the table of one model.
 * @param places the places that can be reported
 */
export function compileTable(
  all: Readonly<Stats>,
  planta: readonly LectorDePlanta[],
  places: readonly number[],
  clase: Candidate,
  hoy = 0,
): StateTable {
  const dials = dialsOf(clase, planta)
  const s = joinSpots(all, dials.grupos)
  const E = s.lugares.length
  const R = s.lectores
  const numbers = new Map(places.map((l, z) => [l, z]))
  const andados = andadosOf(s)
  /** By place, the states that are the surroundings of its readers. */
  const propiosOf: number[][] = places.map(() => [])
  for (let e = 0; e < E; e++)
    if ((s.propio[e] as number) >= 0) propiosOf[numbers.get(s.lugares[e] as number) as number]?.push(e)
  const t: StateTable = {
    dials,
    estados: E,
    lugarOf: Int32Array.from(s.lugares, (l, e) =>
      (s.propio[e] as number) >= 0 && andados.has(l) ? -1 : (numbers.get(l) as number),
    ),
    media: new Float64Array(E * R),
    varianza: new Float64Array(E * R),
    calla: new Float64Array(E * R),
    gana: new Float64Array(E * R),
    silencio: new Float64Array(E),
    reparto: sharesOf(s, andados),
    puntos: [],
    andada: false,
    unico: false,
  }
  const { clases, claseOf: kindOf } = classify(s, planta)
  const learned = clases.map(learnedOf)
  const sinSamples = learned.map((prior) => weighed(s, -1, prior, P.pesoPrevio))
  for (let e = 0; e < E; e++) {
    if ((s.propio[e] as number) < 0) continue
    for (let r = 0; r < R; r++) {
      const i = e * R + r
      const c = kindOf[i] as number
      // Most readers of a large plant never hear the surroundings of most others: there the prior of the class is enough.
      const sabe = s.n[i] || s.dicho[i]
      const prior = learned[c] as Prior
      put(t, e, r, sabe ? weighed(s, i, prior, P.pesoPrevio) : (sinSamples[c] as Weight))
    }
  }
  for (let e = 0; e < E; e++) {
    if ((s.propio[e] as number) >= 0) continue
    const propios = propiosOf[numbers.get(s.lugares[e] as number) as number] as number[]
    const aged = driftOf(s, e, hoy)
    for (let r = 0; r < R; r++) {
      const i = e * R + r
      const prior = surroundings(t, propios, r) ?? (learned[kindOf[i] as number] as Prior)
      const w = weighed(s, i, prior, dials.pesoPunto)
      put(t, e, r, { ...w, varianza: w.varianza + aged })
    }
  }
  t.puntos = places.map((l) => (dials.sitios && andados.has(l) ? puntosOf(t, s, all, l, hoy) : null))
  t.andada = t.puntos.some((p) => p !== null)
  return onlyWeighed(t, R, places.length)
}

/** Share that each state has of its place: by samples at a walked place, equal at others. */
function sharesOf(s: Readonly<Stats>, andados: ReadonlySet<number>): Float64Array {
  const weightOf = (e: number) => {
    if (!andados.has(s.lugares[e] as number)) return 1
    return (s.propio[e] as number) < 0 ? (s.muestras[e] as number) : 0
  }
  const sums = new Map<number, number>()
  for (const [e, place] of s.lugares.entries()) sums.set(place, (sums.get(place) ?? 0) + weightOf(e))
  return Float64Array.from(s.lugares, (place, e) => weightOf(e) / (sums.get(place) || 1))
}

/** The classes of a plant with what each has learned, and the class number of each state and reader, indexed as in the sums. */
function classify(
  s: Readonly<Stats>,
  planta: readonly LectorDePlanta[],
): { clases: Kind[]; claseOf: Uint16Array } {
  const [E, R] = [s.lugares.length, s.lectores]
  const clases: Kind[] = []
  const kindOf = new Uint16Array(E * R)
  const find = createKinds(planta)
  const de: (LectorDePlanta | undefined)[] = new Array(R)
  for (const l of planta) de[l.lector] = l
  for (let e = 0; e < E; e++) {
    const propio = s.propio[e] as number
    const estado = propio < 0 ? undefined : de[propio]
    for (let r = 0; r < R; r++) {
      const i = e * R + r
      const c = find(estado, de[r])
      clases[c.numero] = c
      kindOf[i] = c.numero
      if (!s.n[i] && !s.dicho[i]) continue
      c.n += s.n[i] as number
      c.x += s.x[i] as number
      c.dicho += s.dicho[i] as number
      c.oido += s.oido[i] as number
    }
  }
  return { clases, claseOf: kindOf }
}

/** The spots of a walked place. For readers that were not heard at a spot, the level of the whole place is taken. */
function puntosOf(t: StateTable, joined: Stats, s: Stats, place: number, hoy: number): Spots {
  const suyos = spotsOf(s, place).filter((e) => s.muestras[e])
  const todo = spotsOf(joined, place)[0] as number
  const p = {
    cuantos: suyos.length,
    media: new Float64Array(suyos.length * s.lectores),
    varianza: P.varSitio + driftOf(joined, todo, hoy),
  }
  for (const [k, e] of suyos.entries())
    for (let r = 0; r < s.lectores; r++) {
      const i = e * s.lectores + r
      const n = s.n[i] as number
      p.media[r * p.cuantos + k] = n ? (s.x[i] as number) / n : (t.media[r * t.estados + todo] as number)
    }
  return p
}

/** Remove the states that are not weighed: each costs time at every advert. */
function onlyWeighed(t: StateTable, lectores: number, places: number): StateTable {
  const estados = [...t.lugarOf.keys()].filter((e) => (t.lugarOf[e] as number) >= 0)
  t.unico = estados.length === places && new Set(estados.map((e) => t.lugarOf[e])).size === places
  if (estados.length === t.estados) return t
  const pick = (v: Float64Array) => {
    const menos = new Float64Array(estados.length * lectores)
    for (let r = 0; r < lectores; r++)
      for (const [i, e] of estados.entries()) menos[r * estados.length + i] = v[r * t.estados + e] as number
    return menos
  }
  for (const k of ['media', 'varianza', 'calla', 'gana'] as const) t[k] = pick(t[k])
  for (const k of ['silencio', 'reparto'] as const)
    t[k] = Float64Array.from(estados, (e) => t[k][e] as number)
  t.lugarOf = Int32Array.from(estados, (e) => t.lugarOf[e] as number)
  t.estados = estados.length
  return t
}

/** Expected share of adverts heard, at index `i` of the table's arrays. */
export const expectedOye = (t: StateTable, i: number) =>
  Math.exp((t.gana[i] as number) + (t.calla[i] as number))

/**
 * Prior of a spot, from the surroundings of its place's readers, before the spot has samples of its own. Null: the place has no reader.
 * @param propios the states of these surroundings
 */
function surroundings(t: StateTable, propios: readonly number[], r: number): Prior | null {
  const suma = { media: 0, oye: 0 }
  for (const e of propios) {
    suma.media += t.media[r * t.estados + e] as number
    suma.oye += expectedOye(t, r * t.estados + e)
  }
  const n = propios.length
  return n ? { media: suma.media / n, oye: suma.oye / n } : null
}

type Weight = { media: number; varianza: number; calla: number; gana: number }

/**
 * By what evidence is weighed, for one state and reader.
 * @param i index of its sums; -1: it has none
 */
function weighed(s: Readonly<Stats>, i: number, prior: Prior, weight: number): Weight {
  const [n, x, xx] = [s.n[i] ?? 0, s.x[i] ?? 0, s.xx[i] ?? 0]
  const propia = n > 0 ? x / n : prior.media
  const inside = Math.max(0, xx - n * propia * propia)
  const p = (P.pesoGeneral * prior.oye + (s.oido[i] ?? 0)) / (P.pesoGeneral + (s.dicho[i] ?? 0))
  const cierta = Math.min(0.97, Math.max(0.02, p))
  const calla = Math.log(1 - cierta)
  return {
    media: (weight * prior.media + x) / (weight + n),
    varianza: Math.max(P.sdMinima ** 2, (P.pesoGeneral * P.sdPrevia ** 2 + inside) / (P.pesoGeneral + n)),
    calla,
    gana: Math.log(cierta) - calla,
  }
}

function put(t: StateTable, e: number, r: number, w: Weight): void {
  const j = r * t.estados + e
  t.media[j] = w.media
  t.varianza[j] = w.varianza
  t.calla[j] = w.calla
  t.gana[j] = w.gana
  t.silencio[e] = (t.silencio[e] as number) + w.calla
}
