import { PARAMETERS as P } from '../parameters'
import type { LectorDePlanta } from './stats'
import type { Candidate } from './weights'

/** How a model uses what was learned. */
export type Dials = {
  /** Most Gaussians of a walked place, one for each reader that hears best at some of its spots; 0: the walk is left out. */
  grupos: number
  /** Whether the spots of the walk are part of each walked place. */
  sitios: boolean
  /** Weight of a walked place's prior (the surroundings of its readers), in samples. */
  pesoPunto: number
  /** Weight of silences beside levels. */
  silencio: number
  /** Softness of the maximum over the states of a place. */
  suave: number
  /** Nats for each dB more that the best reader of a place hears. */
  porDb: number
  /** Exponent of this model's odds in the mixture of models. */
  temple: number
}

const SITIOS: Dials = {
  grupos: 1,
  sitios: true,
  pesoPunto: P.pesoPunto,
  silencio: 1,
  suave: P.suave,
  porDb: P.porDb,
  temple: 1,
}

/** Mean number of readers of a place, over the places that have any. */
export function readersPerPlace(planta: readonly LectorDePlanta[]): number {
  const located = planta.filter((r) => r.lugar >= 0)
  return Math.max(1, located.length / Math.max(1, new Set(located.map((r) => r.lugar)).size))
}

/** How a model uses what was learned in a plant. Several readers of one place hear much the same, so that each of them counts less. */
export function dialsOf(clase: Candidate, planta: readonly LectorDePlanta[]): Dials {
  if (clase === 'sitios') return SITIOS
  if (clase === 'lectores') return { ...SITIOS, grupos: 0, sitios: false }
  const per = readersPerPlace(planta)
  return {
    grupos: P.gruposZona,
    sitios: false,
    pesoPunto: P.pesoPuntoZona,
    silencio: 1 / per,
    suave: 1,
    porDb: P.porDb / per ** (2 / 3),
    temple: per ** (1 / 3),
  }
}
