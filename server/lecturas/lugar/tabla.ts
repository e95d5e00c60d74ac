import { PARAMETROS as P } from './parametros'
import { type Clase, createClases, learnedOf, type Previa } from './previa'
import { joinPuntos, type LectorDePlanta, puntosDe, type Sumas } from './sumas'

/** Compiled sums: what evidence is weighed by. Index: reader · states + state. */
export type Tabla = {
  version: number
  /** Makes odds honest (`fitExponente`). */
  exponente: number
  lectores: number
  estados: number
  /** Place of each state, as a number below `lugares.length`; -1: it is not weighed. */
  lugarDe: Int32Array
  /** The places that can be told. */
  lugares: number[]
  /** The readers of each place. */
  lectoresDe: number[][]
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
  puntos: (Puntos | null)[]
  /** Some place was walked. */
  andada: boolean
  /** How much of each place is right at a spot of the walk; 0: tags of this plant do not stand there. */
  cerca: number
}

/** Spots: the levels of all readers there. Index: reader · spots + spot. */
export type Puntos = { cuantos: number; media: Float64Array }

/**
 * Compile the sums with the prior of the plant. A place that was walked is known by its spots, others by their readers' surroundings.
 * @param exponente of certainty, as fitted on the plant's confirmations
 */
export function compile(
  todas: Readonly<Sumas>,
  planta: readonly LectorDePlanta[],
  version: number,
  exponente: number = P.exponente,
): Tabla {
  const s = joinPuntos(todas)
  const E = s.lugares.length
  const R = s.lectores
  const lugares = [...new Set(s.lugares)]
  const numeros = new Map(lugares.map((l, z) => [l, z]))
  const andados = new Set(
    s.lugares.filter((_, e) => (s.propio[e] as number) < 0 && (s.muestras[e] as number) >= P.muestrasPunto),
  )
  /** By place, the states that are the surroundings of its readers. */
  const propiosDe: number[][] = lugares.map(() => [])
  for (let e = 0; e < E; e++)
    if ((s.propio[e] as number) >= 0) propiosDe[numeros.get(s.lugares[e] as number) as number]?.push(e)
  const t: Tabla = {
    version,
    exponente,
    lectores: R,
    estados: E,
    lugares,
    lugarDe: Int32Array.from(s.lugares, (l, e) =>
      (s.propio[e] as number) >= 0 && andados.has(l) ? -1 : (numeros.get(l) as number),
    ),
    lectoresDe: propiosDe.map((estados) => estados.map((e) => s.propio[e] as number)),
    media: new Float64Array(E * R),
    varianza: new Float64Array(E * R),
    calla: new Float64Array(E * R),
    gana: new Float64Array(E * R),
    silencio: new Float64Array(E),
    reparto: new Float64Array(E),
    puntos: [],
    andada: andados.size > 0,
    cerca: andados.size > 0 ? cercaOf(todas.cercania) : 0,
  }
  const cuantos = new Int32Array(lugares.length)
  for (const z of t.lugarDe) if (z >= 0) cuantos[z] = (cuantos[z] as number) + 1
  for (let e = 0; e < E; e++) {
    const z = t.lugarDe[e] as number
    if (z >= 0) t.reparto[e] = 1 / (cuantos[z] as number)
  }
  const { clases, claseDe } = classify(s, planta)
  const learned = clases.map(learnedOf)
  const sinMuestras = learned.map((previa) => weighed(s, -1, previa, P.pesoPrevio))
  for (let e = 0; e < E; e++) {
    if ((s.propio[e] as number) < 0) continue
    for (let r = 0; r < R; r++) {
      const i = e * R + r
      const c = claseDe[i] as number
      // Most readers of a large plant never hear what stands beside most others.
      const sabe = s.n[i] || s.dicho[i]
      const previa = learned[c] as Previa
      put(t, e, r, sabe ? weighed(s, i, previa, P.pesoPrevio) : (sinMuestras[c] as Peso))
    }
  }
  for (let e = 0; e < E; e++) {
    if ((s.propio[e] as number) >= 0) continue
    const propios = propiosDe[numeros.get(s.lugares[e] as number) as number] as number[]
    for (let r = 0; r < R; r++) {
      const i = e * R + r
      const suya = surroundings(t, propios, r)
      const previa = suya ?? (learned[claseDe[i] as number] as Previa)
      put(t, e, r, weighed(s, i, previa, suya ? P.pesoPunto : P.pesoSolo))
    }
  }
  t.puntos = lugares.map((l) => (andados.has(l) ? puntosOf(t, s, todas, l) : null))
  return onlyWeighed(t)
}

/** The classes of a plant with what each has learned, and the number of that of each state and reader, as in the sums. */
function classify(
  s: Readonly<Sumas>,
  planta: readonly LectorDePlanta[],
): { clases: Clase[]; claseDe: Uint16Array } {
  const [E, R] = [s.lugares.length, s.lectores]
  const clases: Clase[] = []
  const claseDe = new Uint16Array(E * R)
  const find = createClases(planta)
  const de: (LectorDePlanta | undefined)[] = new Array(R)
  for (const l of planta) de[l.lector] = l
  for (let e = 0; e < E; e++) {
    const propio = s.propio[e] as number
    const estado = propio < 0 ? undefined : de[propio]
    for (let r = 0; r < R; r++) {
      const i = e * R + r
      const c = find(estado, de[r])
      clases[c.numero] = c
      claseDe[i] = c.numero
      if (!s.n[i] && !s.dicho[i]) continue
      c.n += s.n[i] as number
      c.x += s.x[i] as number
      c.dicho += s.dicho[i] as number
      c.oido += s.oido[i] as number
    }
  }
  return { clases, claseDe }
}

/** How much of each place is right at a spot of its walk, by what rests told (`Sumas.cercania`). */
export const cercaOf = (cercania: number) =>
  cercania < P.cercaniaDesde ? 0 : P.parteCerca / (1 + Math.exp(-cercania))

/** The spots of a walked place: of readers that were not heard at one, what the whole place tells. */
function puntosOf(t: Tabla, juntas: Sumas, s: Sumas, lugar: number): Puntos {
  const suyos = puntosDe(s, lugar).filter((e) => s.muestras[e])
  const todo = puntosDe(juntas, lugar)[0] as number
  const p = {
    cuantos: suyos.length,
    media: new Float64Array(suyos.length * s.lectores),
  }
  for (const [k, e] of suyos.entries())
    for (let r = 0; r < s.lectores; r++) {
      const i = e * s.lectores + r
      const n = s.n[i] as number
      const previa = t.media[r * t.estados + todo] as number
      p.media[r * p.cuantos + k] = (P.pesoSitio * previa + (s.x[i] as number)) / (P.pesoSitio + n)
    }
  return p
}

/** Take out the states that are not weighed: each costs at every advert. */
function onlyWeighed(t: Tabla): Tabla {
  const estados = [...t.lugarDe.keys()].filter((e) => (t.lugarDe[e] as number) >= 0)
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
  t.lugarDe = Int32Array.from(estados, (e) => t.lugarDe[e] as number)
  t.estados = estados.length
  return t
}

/** Share of adverts that is expected to be heard, at a place of the table's arrays. */
export const expectedOye = (t: Tabla, i: number) => Math.exp((t.gana[i] as number) + (t.calla[i] as number))

/**
 * What the surroundings of a place's readers tell of a spot there, before it has told itself. Null: the place has no reader.
 * @param propios their states
 */
function surroundings(t: Tabla, propios: readonly number[], r: number): Previa | null {
  const suma = { media: 0, oye: 0 }
  for (const e of propios) {
    suma.media += t.media[r * t.estados + e] as number
    suma.oye += expectedOye(t, r * t.estados + e)
  }
  const n = propios.length
  return n ? { media: suma.media / n, oye: suma.oye / n } : null
}

type Peso = { media: number; varianza: number; calla: number; gana: number }

/**
 * What evidence of a state and reader is weighed by.
 * @param i its sums; -1: it has none
 */
function weighed(s: Readonly<Sumas>, i: number, previa: Previa, peso: number): Peso {
  const [n, x, xx] = [s.n[i] ?? 0, s.x[i] ?? 0, s.xx[i] ?? 0]
  const propia = n > 0 ? x / n : previa.media
  const dentro = Math.max(0, xx - n * propia * propia)
  const p = (P.pesoOye * previa.oye + (s.oido[i] ?? 0)) / (P.pesoOye + (s.dicho[i] ?? 0))
  const cierta = Math.min(0.97, Math.max(0.02, p))
  const calla = Math.log(1 - cierta)
  return {
    media: (peso * previa.media + x) / (peso + n),
    varianza: Math.max(P.sdMinima ** 2, (P.pesoSd * P.sdPrevia ** 2 + dentro) / (P.pesoSd + n)),
    calla,
    gana: Math.log(cierta) - calla,
  }
}

function put(t: Tabla, e: number, r: number, w: Peso): void {
  const j = r * t.estados + e
  t.media[j] = w.media
  t.varianza[j] = w.varianza
  t.calla[j] = w.calla
  t.gana[j] = w.gana
  t.silencio[e] = (t.silencio[e] as number) + w.calla
}
