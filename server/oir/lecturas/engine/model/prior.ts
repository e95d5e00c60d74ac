import { PARAMETERS as P } from '../parameters'
import type { LectorDePlanta } from './stats'

/** Expected level at a distance in metres, dBm. */
const levelA = (m: number) => P.nivelMetro - P.pendiente * Math.log10(Math.max(1.5, m))
/** Prior of the share of adverts heard. Until the share of a reader is learned, its silence is no evidence. */
const OYE_PRIOR = 0.5

const radios = new WeakMap<readonly LectorDePlanta[], number>()

/** How far tags of a reader's surroundings stand from it, metres: half the distance between neighbouring readers. 0: no coordinates. */
function radioOf(planta: readonly LectorDePlanta[]): number {
  const before = radios.get(planta)
  if (before !== undefined) return before
  const radio = measureRadio(planta)
  radios.set(planta, radio)
  return radio
}

function measureRadio(planta: readonly LectorDePlanta[]): number {
  const cercanos: number[] = []
  for (const r of planta) {
    let near = Number.POSITIVE_INFINITY
    for (const o of planta) if (o !== r) near = Math.min(near, distance(r, o) ?? near)
    if (near < Number.POSITIVE_INFINITY) cercanos.push(near)
  }
  cercanos.sort((a, b) => a - b)
  const median = cercanos[cercanos.length >> 1] ?? 0
  return median > 0 ? Math.max(1, median / 2) : 0
}

function distance(a: LectorDePlanta, b: LectorDePlanta): number | null {
  if (typeof a.x !== 'number' || typeof b.x !== 'number') return null
  if (typeof a.y !== 'number' || typeof b.y !== 'number') return null
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2)
}

/** What is expected of readers in the same relation to a state: a level, and the share of adverts heard. `numero`: number of the class. */
export type Kind = { numero: number; previa: number; n: number; x: number; dicho: number; oido: number }

/**
 * Classes of readers by their relation to a state: its own, one of the same place, others; or by distance on the plan, in powers of √2.
 * What was learned of some readers of a class is expected of the others.
 */
export function createKinds(planta: readonly LectorDePlanta[]) {
  const radio = radioOf(planta)
  // A reader without coordinates is taken to be as loud in its own surroundings as those on the plan, and shifted as much elsewhere.
  const comoPlano = radio > 0 ? levelA(radio) - P.nivelPropio : 0
  const kinds = new Map<string | number, Kind>()
  return (estado: LectorDePlanta | undefined, r: LectorDePlanta | undefined): Kind => {
    const d = estado && r && radio > 0 ? distance(estado, r) : null
    const far = d === null ? 0 : Math.sqrt(d * d + radio * radio)
    const vecino = estado && r && r.lugar === estado.lugar
    const nombre =
      !estado || !r
        ? 'punto'
        : r === estado
          ? 'propio'
          : d !== null
            ? Math.round(2 * Math.log2(far / radio))
            : vecino
              ? 'vecino'
              : 'otro'
    let c = kinds.get(nombre)
    if (!c) {
      const sinPlano = r && r === estado ? P.nivelPropio : vecino ? P.nivelVecino : P.nivelOtro
      const prior = d === null ? sinPlano + comoPlano : levelA(far)
      c = { numero: kinds.size, previa: prior, n: 0, x: 0, dicho: 0, oido: 0 }
      kinds.set(nombre, c)
    }
    return c
  }
}

/** What is expected of a reader before its own samples count. */
export type Prior = { media: number; oye: number }

export const learnedOf = (c: Kind): Prior => ({
  media: (P.pesoGeneral * c.previa + c.x) / (P.pesoGeneral + c.n),
  oye: (P.pesoGeneral * OYE_PRIOR + c.oido) / (P.pesoGeneral + c.dicho),
})
