import { PARAMETROS as P } from './parametros'

/** A reader as the plant knows it: its place, and where it hangs in metres where the plan tells. */
export type LectorDePlanta = { lector: number; lugar: number; x?: number | null; y?: number | null }

/**
 * What is learned, as sums that only grow: for each state (the surroundings of a reader, or a spot that a walk told) and reader.
 * Index: state · readers + reader.
 */
export type Sumas = {
  lectores: number
  /** Place of each state. */
  lugares: number[]
  /** The reader whose surroundings a state is; -1: a spot. */
  propio: number[]
  /** Samples with a level, their sum and sum of squares (dBm). */
  n: number[]
  x: number[]
  xx: number[]
  /** Samples of the state, and how much of them each reader heard (0 to 1 each). */
  dicho: number[]
  oido: number[]
}

/** Compiled sums: what evidence is weighed by. Index: reader · states + state. */
export type Tabla = {
  version: number
  lectores: number
  estados: number
  /** Place of each state, as a number below `lugares.length`. */
  lugarDe: Int32Array
  /** The places that can be told. */
  lugares: number[]
  propio: Int32Array
  media: Float64Array
  varianza: Float64Array
  /** ln p(heard), ln p(not heard). */
  oye: Float64Array
  calla: Float64Array
  /** By state: ln p(not heard) of all readers together. */
  silencio: Float64Array
  /** Ln of the number of states of each state's place. */
  reparto: Float64Array
}

/** Level at a distance in metres, dBm. */
const nivelA = (m: number) => P.nivelMetro - P.pendiente * Math.log10(Math.max(1.5, m))
/** Nothing is known of how much a reader misses until it is learned: silence says nothing then. */
const OYE_PREVIA = 0.5
const CUENTA_OYE = 2

/** How far tags of a reader's surroundings stand from it, metres: half of what there is between readers. */
function radioDe(planta: readonly LectorDePlanta[]): number {
  const cercanos = planta.flatMap((r) => {
    const d = planta.flatMap((o) => (o === r ? [] : (distance(r, o) ?? [])))
    return d.length ? [Math.min(...d)] : []
  })
  cercanos.sort((a, b) => a - b)
  return Math.max(1, (cercanos[cercanos.length >> 1] ?? 0) / 2)
}

function distance(a: LectorDePlanta, b: LectorDePlanta): number | null {
  const v = [a.x, a.y, b.x, b.y]
  if (!v.every((n) => typeof n === 'number')) return null
  const [x, y, u, w] = v as [number, number, number, number]
  return Math.hypot(x - u, y - w)
}

/** Level that a reader is expected to hear in the surroundings of another, before anything is learned. */
function previaDe(estado: LectorDePlanta, r: LectorDePlanta, radio: number): number {
  const d = radio > 1 ? distance(estado, r) : null
  if (d !== null) return nivelA(Math.hypot(d, radio))
  return r === estado ? P.nivelPropio : r.lugar === estado.lugar ? P.nivelVecino : P.nivelOtro
}

/** Sums that know nothing yet: one state for each reader that has a place. `lector` of the plant is its number. */
export function createSumas(planta: readonly LectorDePlanta[], lectores: number): Sumas {
  const estados = planta.filter((r) => r.lugar >= 0)
  const ceros = () => new Array<number>(estados.length * lectores).fill(0)
  return {
    lectores,
    lugares: estados.map((r) => r.lugar),
    propio: estados.map((r) => r.lector),
    n: ceros(),
    x: ceros(),
    xx: ceros(),
    dicho: new Array<number>(estados.length).fill(0),
    oido: ceros(),
  }
}

/** Add a spot of `lugar`, of which nothing is known yet. @returns its state */
export function addPunto(s: Sumas, lugar: number): number {
  s.lugares.push(lugar)
  s.propio.push(-1)
  s.dicho.push(0)
  for (const v of [s.n, s.x, s.xx, s.oido]) for (let i = 0; i < s.lectores; i++) v.push(0)
  return s.lugares.length - 1
}

/** Compile the sums with the prior of the plant. */
export function compile(
  s: Sumas,
  planta: readonly LectorDePlanta[],
  version: number,
  andados: ReadonlySet<number> = new Set(),
): Tabla {
  const E = s.lugares.length
  const R = s.lectores
  const lugares = [...new Set(s.lugares)]
  const de = new Map(planta.map((r) => [r.lector, r]))
  const t: Tabla = {
    version,
    lectores: R,
    estados: E,
    lugares,
    lugarDe: Int32Array.from(s.lugares, (l, e) =>
      (s.propio[e] as number) >= 0 && andados.has(l) ? -1 : lugares.indexOf(l),
    ),
    propio: Int32Array.from(s.propio),
    media: new Float64Array(E * R),
    varianza: new Float64Array(E * R),
    oye: new Float64Array(E * R),
    calla: new Float64Array(E * R),
    silencio: new Float64Array(E),
    reparto: Float64Array.from(s.lugares, (l) => Math.log(s.lugares.filter((m) => m === l).length)),
  }
  const radio = radioDe(planta)
  for (let e = 0; e < E; e++) {
    const suyo = de.get(s.propio[e] as number)
    for (let r = 0; r < R; r++) {
      const otro = de.get(r)
      const previa = suyo && otro ? previaDe(suyo, otro, radio) : P.nivelOtro
      fill(t, s, e, r, previa, suyo ? P.pesoPrevio : P.pesoPunto)
    }
  }
  return t
}

function fill(t: Tabla, s: Sumas, e: number, r: number, previa: number, peso: number): void {
  const i = e * t.lectores + r
  const j = r * t.estados + e
  const n = s.n[i] as number
  const propia = n > 0 ? (s.x[i] as number) / n : previa
  const dentro = Math.max(0, (s.xx[i] as number) - n * propia * propia)
  t.media[j] = (peso * previa + (s.x[i] as number)) / (peso + n)
  t.varianza[j] = Math.max(P.sdMinima ** 2, (P.pesoPrevio * P.sdPrevia ** 2 + dentro) / (P.pesoPrevio + n))
  const p = (CUENTA_OYE * OYE_PREVIA + (s.oido[i] as number)) / (CUENTA_OYE + (s.dicho[e] as number))
  const cierta = Math.min(0.97, Math.max(0.02, p))
  t.oye[j] = Math.log(cierta)
  t.calla[j] = Math.log(1 - cierta)
  t.silencio[e] = (t.silencio[e] as number) + (t.calla[j] as number)
}
