import type { Ajustes } from '#contract/parque/ajustes/values'
import { AVISOS, MUESTRAS, PICOS } from '../../../parque/dispositivos/mide'
import type { Acceleration, Medidas } from '../formats/lectura'

/** What a tag's values have shown about its acceleration sensor. */
export type Sensor = {
  /** Kinds of values that it sends, as bits. */
  dice: number
  /** The smallest difference above 0 between two samples of an axis, in g; null: none was seen. */
  paso: number | null
  /** How often that difference was seen. */
  pasos: number
  /** The largest value of an axis so far, in g, without sign. */
  tope: number
  /** In how many adverts an axis had that value. */
  veces: number
  /** When an axis had that value last, Unix ms. Several readers hear one advert, which counts once. */
  visto: number
}

export const createSensor = (): Sensor => ({ dice: 0, paso: null, pasos: 0, tope: 0, veces: 0, visto: 0 })

/** No sensor has a coarser step: eight bits for 16 g. A first difference above it says nothing about the step. */
const MAX_PASO_G = 0.3
/** Rounding error of values that a format sends as decimals, g. */
const NADA_G = 0.0005
/** Two differences are equal if they differ by no more than this share. */
const IGUAL = 0.01
/** The smallest difference, seen this many times, is the step between two values of the sensor. */
const VECES = 2
/** A difference of one step, even a rounded one, may be noise on the border between two values; two steps are not. */
const PASOS = 1.5
/** Ranges that sensors can be set to, g. */
const ALCANCES = [2, 4, 8, 16]
/** How far below its range the last value of a sensor may be, g. */
const BORDER_G = 0.02
/** Within this time several readers hear the same advert. */
const ENTRE_ANUNCIOS_MS = 5000
/** A tag that falls feels less than this, g. */
const CAIDA_G = 0.4
/** It falls for at least this time. */
const CAIDA_MS = 100
/** No fall is longer: the sensor is broken. */
const MAX_CAIDA_MS = 2000
/** Tags that send several samples take 25 per second: this many samples are a fall of about 0.1 s. */
const CAIDA_SAMPLES = 3

/** The step of the sensor; null: not certain yet. */
export const pasoOf = (s: Sensor) => (s.pasos >= VECES ? s.paso : null)

/** A sensor, from what the database remembers of it. */
export const recallSensor = (
  dice: number | null,
  paso: number | null,
  limit: number | null,
  veces: number | null,
): Sensor => ({
  ...createSensor(),
  dice: dice ?? 0,
  paso,
  pasos: paso === null ? 0 : VECES,
  tope: limit ?? 0,
  veces: veces ?? 0,
})

const norma = (a: readonly number[]) => Math.hypot(...a)

function* axesOf(m: Medidas): Generator<number> {
  for (const a of m.aceleraciones ?? []) yield* a
  if (m.extremos) for (const pair of [m.extremos.x, m.extremos.y, m.extremos.z]) yield* pair
}

/** Learn what kinds of values the sensor sends, and how far it goes. `t`: Unix ms. */
export function learnClase(s: Sensor, m: Medidas, t: number): void {
  if (m.aceleraciones?.length) s.dice |= MUESTRAS
  if (m.extremos) s.dice |= PICOS
  if (m.golpe !== undefined || m.caida !== undefined) s.dice |= AVISOS
  let far = 0
  for (const v of axesOf(m)) far = Math.max(far, Math.abs(v))
  if (far < s.tope - NADA_G || far === 0) return
  const otra = far <= s.tope + NADA_G
  if (otra && Math.abs(t - s.visto) < ENTRE_ANUNCIOS_MS) return
  s.veces = otra ? s.veces + 1 : 1
  s.tope = Math.max(s.tope, far)
  s.visto = t
}

/**
 * Learn the sensor's step from consecutive samples.
 * @returns the largest difference on an axis between two of them, in g; 0: it is no more than one step
 */
export function learnPaso(s: Sensor, prior: Acceleration | null, samples: readonly Acceleration[]): number {
  let [mayor, menor] = [0, MAX_PASO_G]
  let before = prior
  for (const sample of samples) {
    if (before)
      for (const i of [0, 1, 2] as const) {
        const d = Math.abs(sample[i] - before[i])
        mayor = Math.max(mayor, d)
        if (d > NADA_G) menor = Math.min(menor, d)
      }
    before = sample
  }
  const paso = s.paso ?? MAX_PASO_G
  if (menor < MAX_PASO_G && Math.abs(menor - paso) <= NADA_G + IGUAL * paso) s.pasos++
  else if (menor < paso) {
    s.paso = menor
    s.pasos = 1
  }
  return mayor < PASOS * (pasoOf(s) ?? 0) ? 0 : mayor
}

/**
 * |a| in g from which on a value of this tag is an impact. Peaks have their own limit: they catch every touch of a fork, single samples
 * hardly any.
 */
export const umbralOf = (s: Sensor, a: Ajustes) => (s.dice & PICOS ? a.gImpactoPicos : a.gImpacto)

/** Range of its sensor, in g: as the tag reports it, or as its values have shown. Null: not known. */
function rangeOf(s: Sensor, m: Medidas): number | null {
  if (m.alcanceG !== undefined) return m.alcanceG
  const margin = Math.max(BORDER_G, s.paso ?? 0)
  if (s.veces < VECES || !ALCANCES.some((r) => Math.abs(s.tope - r) <= margin)) return null
  return s.tope
}

/** Whether an axis is at the end of its range, so that nobody knows how hard the shock was. A range that any ride exceeds says nothing. */
export function isCut(s: Sensor, m: Medidas, umbral: number): boolean {
  const alcance = rangeOf(s, m)
  if (alcance === null || alcance < umbral / 2) return false
  const border = alcance - Math.max(BORDER_G, s.paso ?? 0)
  for (const v of axesOf(m)) if (Math.abs(v) >= border) return true
  return false
}

/**
 * Whether the tag fell: it felt nothing for 0.1 s, after it had felt something.
 * @param recientes samples of the last seconds with their time in Unix ms, those of this reading last
 * @param cuantas how many of them are of this reading
 */
export function fell(
  prior: Acceleration | null,
  recientes: readonly (readonly [t: number, ...a: Acceleration])[],
  cuantas: number,
): boolean {
  if (!cuantas) return false
  let n = 0
  while (n < recientes.length && norma((recientes.at(-1 - n) as readonly number[]).slice(1)) < CAIDA_G) n++
  if (!n) return false
  if (n < recientes.length) {
    const dura = (recientes.at(-1)?.[0] ?? 0) - (recientes.at(-n)?.[0] ?? 0)
    if (dura >= CAIDA_MS && dura <= MAX_CAIDA_MS) return true
  }
  const pesaba = n < cuantas || (prior !== null && norma(prior) >= CAIDA_G)
  return pesaba && Math.min(n, cuantas) >= CAIDA_SAMPLES
}
