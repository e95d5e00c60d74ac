import type { Ajustes } from '#contract/valores/usuarios/ajustes'
import { AVISOS, MUESTRAS, PICOS } from '../../dispositivos/mide'
import type { Acceleration, Medidas } from '../formats/lectura'

/** What is known of a tag's acceleration sensor by what it has sent. */
export type Sensor = {
  dice: number
  /** The smallest difference but none between two samples of an axis, in g, and how often it was seen. Null: never. */
  paso: number | null
  pasos: number
  /** As far from 0 as an axis ever was, in g, and in how many adverts it was just there. */
  tope: number
  veces: number
  /** When it was there last, Unix ms: several readers hear one advert. */
  visto: number
}

export const createSensor = (): Sensor => ({ dice: 0, paso: null, pasos: 0, tope: 0, veces: 0, visto: 0 })

/** No sensor has a coarser step: eight bits for 16 g. A first difference above it says nothing about the step. */
const MAX_PASO_G = 0.3
/** Rounding of what a format sends in decimals. */
const NADA_G = 0.0005
/** A difference that comes again as exactly as this, and none smaller, is the step from one value of the sensor to the next. */
const IGUAL = 0.01
const VECES = 2
/** One step may be noise on the border between two values, also where a format rounds it; two steps are not. */
const PASOS = 1.5
/** What sensors can be set to, in g, and how far below it their last value may be. */
const ALCANCES = [2, 4, 8, 16]
const BORDER_G = 0.02
/** Several readers hear one advert within this time. */
const ENTRE_ANUNCIOS_MS = 5000
/** Falling weighs nothing. */
const CAIDA_G = 0.4
const CAIDA_MS = 100
/** Longer than any fall: a sensor that is broken. */
const MAX_CAIDA_MS = 2000
/** Tags that send several samples take 25 a second: this many are a fall of 0.1 s. */
const CAIDA_SAMPLES = 3

/** The step, once it is certain. */
export const pasoOf = (s: Sensor) => (s.pasos >= VECES ? s.paso : null)

/** What the database remembers of a sensor. */
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

/** Remember what kind of sensor speaks, and how far it goes. `t`: Unix ms. */
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
 * Learn the sensor's step from samples that follow each other.
 * @returns the largest difference on an axis between two of them, in g; 0 where it is no more than one step
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

/** |a| from which on this tag's values are an impact: peaks catch every touch of a fork, single samples hardly any. */
export const umbralOf = (s: Sensor, a: Ajustes) => (s.dice & PICOS ? a.gImpactoPicos : a.gImpacto)

/** How far its sensor goes, in g: as it says, or as it has shown. Null: not known. */
function rangeOf(s: Sensor, m: Medidas): number | null {
  if (m.alcanceG !== undefined) return m.alcanceG
  const margin = Math.max(BORDER_G, s.paso ?? 0)
  if (s.veces < VECES || !ALCANCES.some((r) => Math.abs(s.tope - r) <= margin)) return null
  return s.tope
}

/**
 * An axis is at the end of its range, beyond which nobody knows how hard it was. A range that any ride exceeds says nothing.
 */
export function isCut(s: Sensor, m: Medidas, umbral: number): boolean {
  const alcance = rangeOf(s, m)
  if (alcance === null || alcance < umbral / 2) return false
  const border = alcance - Math.max(BORDER_G, s.paso ?? 0)
  for (const v of axesOf(m)) if (Math.abs(v) >= border) return true
  return false
}

/**
 * Nothing pulled at it for 0.1 s, after something had: it fell.
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
