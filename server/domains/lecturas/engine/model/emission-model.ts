import { PARAMETERS as P } from '../parameters'
import { createKinds, type Kind, learnedOf, type Prior } from './prior'
import { joinSpots, type LectorDePlanta, type Stats, spotsOf } from './stats'

/** Compiled sums: what evidence is weighed by. Index: reader · states + state. */
export type EmissionModel = {
  version: number
  /** Makes odds honest (`fitExponente`). */
  exponente: number
  lectores: number
  estados: number
  /** Place of each state, as a number below `places.length`; -1: it is not weighed. */
  lugarOf: Int32Array
  /** The places that can be told. */
  lugares: number[]
  /** The readers of each place. */
  lectoresOf: number[][]
  media: Float64Array
  varianza: Float64Array
  /** ln p(not heard), and ln p(heard) less that. */
  calla: Float64Array
  gana: Float64Array
  /** By state: ln p(not heard) of all readers together. */
  silencio: Float64Array
  /** One over the number of states of its place. */
  reparto: Float64Array
  /** By place, the spots of a walk there; null: it is known by its states alone. */
  puntos: (Spots | null)[]
  /** Some place was walked. */
  andada: boolean
}

/** Spots: the levels of all readers there. Index: reader · spots + spot. */
export type Spots = { cuantos: number; media: Float64Array }

/**
 * Compile the sums with the prior of the plant. A place that was walked is known by its spots, others by their readers' surroundings.
 * @param exponente of certainty, as fitted on the plant's confirmations
 */
export function compile(
  all: Readonly<Stats>,
  planta: readonly LectorDePlanta[],
  version: number,
  exponente: number = P.exponente,
): EmissionModel {
  const s = joinSpots(all)
  const E = s.lugares.length
  const R = s.lectores
  const places = [...new Set(s.lugares)]
  const numbers = new Map(places.map((l, z) => [l, z]))
  const andados = new Set(
    s.lugares.filter((_, e) => (s.propio[e] as number) < 0 && (s.muestras[e] as number) >= P.muestrasPunto),
  )
  /** By place, the states that are the surroundings of its readers. */
  const propiosOf: number[][] = places.map(() => [])
  for (let e = 0; e < E; e++)
    if ((s.propio[e] as number) >= 0) propiosOf[numbers.get(s.lugares[e] as number) as number]?.push(e)
  const t: EmissionModel = {
    version,
    exponente,
    lectores: R,
    estados: E,
    lugares: places,
    lugarOf: Int32Array.from(s.lugares, (l, e) =>
      (s.propio[e] as number) >= 0 && andados.has(l) ? -1 : (numbers.get(l) as number),
    ),
    lectoresOf: propiosOf.map((estados) => estados.map((e) => s.propio[e] as number)),
    media: new Float64Array(E * R),
    varianza: new Float64Array(E * R),
    calla: new Float64Array(E * R),
    gana: new Float64Array(E * R),
    silencio: new Float64Array(E),
    reparto: new Float64Array(E),
    puntos: [],
    andada: andados.size > 0,
  }
  const cuantos = new Int32Array(places.length)
  for (const z of t.lugarOf) if (z >= 0) cuantos[z] = (cuantos[z] as number) + 1
  for (let e = 0; e < E; e++) {
    const z = t.lugarOf[e] as number
    if (z >= 0) t.reparto[e] = 1 / (cuantos[z] as number)
  }
  const { clases, claseOf: kindOf } = classify(s, planta)
  const learned = clases.map(learnedOf)
  const sinSamples = learned.map((prior) => weighed(s, -1, prior, P.pesoPrevio))
  for (let e = 0; e < E; e++) {
    if ((s.propio[e] as number) < 0) continue
    for (let r = 0; r < R; r++) {
      const i = e * R + r
      const c = kindOf[i] as number
      // Most readers of a large plant never hear what stands beside most others.
      const sabe = s.n[i] || s.dicho[i]
      const prior = learned[c] as Prior
      put(t, e, r, sabe ? weighed(s, i, prior, P.pesoPrevio) : (sinSamples[c] as Weight))
    }
  }
  for (let e = 0; e < E; e++) {
    if ((s.propio[e] as number) >= 0) continue
    const propios = propiosOf[numbers.get(s.lugares[e] as number) as number] as number[]
    for (let r = 0; r < R; r++) {
      const i = e * R + r
      const suya = surroundings(t, propios, r)
      const prior = suya ?? (learned[kindOf[i] as number] as Prior)
      put(t, e, r, weighed(s, i, prior, suya ? P.pesoPunto : P.pesoSolo))
    }
  }
  t.puntos = places.map((l) => (andados.has(l) ? puntosOf(t, s, all, l) : null))
  return onlyWeighed(t)
}

/** The classes of a plant with what each has learned, and the number of that of each state and reader, as in the sums. */
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

/** The spots of a walked place: of readers that were not heard at one, what the whole place tells. */
function puntosOf(t: EmissionModel, joined: Stats, s: Stats, place: number): Spots {
  const suyos = spotsOf(s, place).filter((e) => s.muestras[e])
  const todo = spotsOf(joined, place)[0] as number
  const p = {
    cuantos: suyos.length,
    media: new Float64Array(suyos.length * s.lectores),
  }
  for (const [k, e] of suyos.entries())
    for (let r = 0; r < s.lectores; r++) {
      const i = e * s.lectores + r
      const n = s.n[i] as number
      const prior = t.media[r * t.estados + todo] as number
      p.media[r * p.cuantos + k] = (P.pesoSitio * prior + (s.x[i] as number)) / (P.pesoSitio + n)
    }
  return p
}

/** Take out the states that are not weighed: each costs at every advert. */
function onlyWeighed(t: EmissionModel): EmissionModel {
  const estados = [...t.lugarOf.keys()].filter((e) => (t.lugarOf[e] as number) >= 0)
  if (estados.length === t.estados) return t
  const pick = (v: Float64Array) => {
    const menos = new Float64Array(estados.length * t.lectores)
    for (let r = 0; r < t.lectores; r++)
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

/** Share of adverts that is expected to be heard, at a place of the table's arrays. */
export const expectedOye = (t: EmissionModel, i: number) =>
  Math.exp((t.gana[i] as number) + (t.calla[i] as number))

/**
 * What the surroundings of a place's readers tell of a spot there, before it has told itself. Null: the place has no reader.
 * @param propios their states
 */
function surroundings(t: EmissionModel, propios: readonly number[], r: number): Prior | null {
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
 * What evidence of a state and reader is weighed by.
 * @param i its sums; -1: it has none
 */
function weighed(s: Readonly<Stats>, i: number, prior: Prior, weight: number): Weight {
  const [n, x, xx] = [s.n[i] ?? 0, s.x[i] ?? 0, s.xx[i] ?? 0]
  const propia = n > 0 ? x / n : prior.media
  const inside = Math.max(0, xx - n * propia * propia)
  const p = (P.pesoOye * prior.oye + (s.oido[i] ?? 0)) / (P.pesoOye + (s.dicho[i] ?? 0))
  const cierta = Math.min(0.97, Math.max(0.02, p))
  const calla = Math.log(1 - cierta)
  return {
    media: (weight * prior.media + x) / (weight + n),
    varianza: Math.max(P.sdMinima ** 2, (P.pesoSd * P.sdPrevia ** 2 + inside) / (P.pesoSd + n)),
    calla,
    gana: Math.log(cierta) - calla,
  }
}

function put(t: EmissionModel, e: number, r: number, w: Weight): void {
  const j = r * t.estados + e
  t.media[j] = w.media
  t.varianza[j] = w.varianza
  t.calla[j] = w.calla
  t.gana[j] = w.gana
  t.silencio[e] = (t.silencio[e] as number) + w.calla
}
