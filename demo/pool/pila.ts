import type { ClasePila } from '#contract/cuentas/pilas/values'
import { DAYS } from '../plant/movement-plan'
import type { ContenedorDemo, Etiqueta } from '../plant/planta'
import { createRandom, mixSemillas } from '../random'

const DAY = 86_400_000
const MINIMA = 1

/**
 * Percent left in a tag's battery at a time (Unix ms), from its own start value and consumption.
 * @param siembra when the database was seeded, Unix ms
 */
export function createPila(c: ContenedorDemo, siembra: number): (t: number) => number {
  const random = createRandom(mixSemillas(c.semilla, 9))
  const gastada = c.papel === 'sin_bateria'
  const inicial = gastada ? random.between(13, 16.5) : random.between(45, 100)
  const gasto = gastada ? 9 : random.between(2, 14)
  return (t) => Math.max(MINIMA, inicial - gasto * (1 + (t - siembra) / (DAYS * DAY)))
}

/** Battery life for each kind of tag in days, and its spread as a share. */
const VIDA: Record<Etiqueta, number> = {
  minew: 700,
  ruuvi: 900,
  ingics: 540,
  moko: 620,
  teltonika: 800,
  bthome: 480,
  ibeacon: 420,
}
const REPARTO = 0.05
/** The old battery had ended this many days before the exchange. */
const ANTES = 2

/** What users know about a tag's batteries when the demonstration begins. */
export type PilaDemo = {
  /** How many days ago each exchange was, the last one last; empty: none was entered. */
  cambios: number[]
  /** The class that follows from this. */
  clase: ClasePila
}

/** The exchanges of a tag, and its class. For some tags no exchange was entered. */
export function pilaOf(c: ContenedorDemo): PilaDemo {
  const random = createRandom(mixSemillas(c.semilla, 31))
  const vida = VIDA[c.habla]
  const lasts = () => Math.round(vida + random.normal(vida * REPARTO))
  const conocida = random.chance(0.7)
  const vieja = random.chance(0.06)
  const edad = vieja ? Math.round(vida * 0.98) : random.int(ANTES, Math.round(vida * 0.7))
  const ended = c.papel === 'sin_bateria'
  const cambios = conocida ? [edad + lasts() + lasts(), edad + lasts(), edad] : []
  // Sorted, because random times need not be in order.
  cambios.sort((a, b) => b - a)
  const clase = ended ? 'ya' : !conocida ? 'no_se_sabe' : vieja ? 'este_mes' : 'sin_prisa'
  return { cambios, clase }
}
