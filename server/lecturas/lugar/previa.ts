import { PARAMETROS as P } from './parametros'
import type { LectorDePlanta } from './sumas'

/** Level at a distance in metres, dBm. */
const nivelA = (m: number) => P.nivelMetro - P.pendiente * Math.log10(Math.max(1.5, m))
/** Nothing is known of how much a reader misses until it is learned: silence says nothing then. */
const OYE_PREVIA = 0.5

const radios = new WeakMap<readonly LectorDePlanta[], number>()

/** How far tags of a reader's surroundings stand from it, metres: half of what there is between readers. 0: no plan tells. */
function radioDe(planta: readonly LectorDePlanta[]): number {
  const antes = radios.get(planta)
  if (antes !== undefined) return antes
  const radio = measureRadio(planta)
  radios.set(planta, radio)
  return radio
}

function measureRadio(planta: readonly LectorDePlanta[]): number {
  const cercanos: number[] = []
  for (const r of planta) {
    let cerca = Number.POSITIVE_INFINITY
    for (const o of planta) if (o !== r) cerca = Math.min(cerca, distance(r, o) ?? cerca)
    if (cerca < Number.POSITIVE_INFINITY) cercanos.push(cerca)
  }
  cercanos.sort((a, b) => a - b)
  const mediana = cercanos[cercanos.length >> 1] ?? 0
  return mediana > 0 ? Math.max(1, mediana / 2) : 0
}

function distance(a: LectorDePlanta, b: LectorDePlanta): number | null {
  if (typeof a.x !== 'number' || typeof b.x !== 'number') return null
  if (typeof a.y !== 'number' || typeof b.y !== 'number') return null
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2)
}

/** What is expected of readers that stand alike to a state: a level, and the share of adverts heard. `numero`: which of its plant it is. */
export type Clase = { numero: number; previa: number; n: number; x: number; dicho: number; oido: number }

/**
 * Readers by how they stand to a state: its own, one of its place, others; or by the distance on the plan, in powers of √2.
 * What is learned of some of a class is expected of the others.
 */
export function createClases(planta: readonly LectorDePlanta[]) {
  const radio = radioDe(planta)
  // Beside readers that are on the plan, one that is not is as loud in its own surroundings, and as much less elsewhere.
  const comoPlano = radio > 0 ? nivelA(radio) - P.nivelPropio : 0
  const clases = new Map<string | number, Clase>()
  return (estado: LectorDePlanta | undefined, r: LectorDePlanta | undefined): Clase => {
    const d = estado && r && radio > 0 ? distance(estado, r) : null
    const lejos = d === null ? 0 : Math.sqrt(d * d + radio * radio)
    const vecino = estado && r && r.lugar === estado.lugar
    const nombre =
      !estado || !r
        ? 'punto'
        : r === estado
          ? 'propio'
          : d !== null
            ? Math.round(2 * Math.log2(lejos / radio))
            : vecino
              ? 'vecino'
              : 'otro'
    let c = clases.get(nombre)
    if (!c) {
      const sinPlano = r && r === estado ? P.nivelPropio : vecino ? P.nivelVecino : P.nivelOtro
      const previa = d === null ? sinPlano + comoPlano : nivelA(lejos)
      c = { numero: clases.size, previa, n: 0, x: 0, dicho: 0, oido: 0 }
      clases.set(nombre, c)
    }
    return c
  }
}

/** What is expected of a reader before its own samples count. */
export type Previa = { media: number; oye: number }

export const learnedOf = (c: Clase): Previa => ({
  media: (P.pesoClase * c.previa + c.x) / (P.pesoClase + c.n),
  oye: (P.pesoClase * OYE_PREVIA + c.oido) / (P.pesoClase + c.dicho),
})
