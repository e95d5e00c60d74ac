import { PARAMETERS as P } from '../parameters'
import type { LectorDePlanta } from './stats'
import type { Candidate } from './weights'

/** How a model takes what was learned. */
export type Dials = {
  /** Gaussians of a walked place at most, one for each of its readers that hears best; 0: the walk is left out. */
  grupos: number
  /** Part of each walked place is the spots of the walk. */
  sitios: boolean
  /** A walked place's prior, its readers' surroundings, counts as much as this many samples. */
  pesoPunto: number
  /** How much silences count beside levels; how soft the maximum over the states of a place is. */
  silencio: number
  suave: number
  /** Nats for each dB that the best reader of a place hears more. */
  porDb: number
  /** Exponent of its odds among those of other models. */
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

/** Readers of a place, where it has some. */
export function readersPerPlace(planta: readonly LectorDePlanta[]): number {
  const located = planta.filter((r) => r.lugar >= 0)
  return Math.max(1, located.length / Math.max(1, new Set(located.map((r) => r.lugar)).size))
}

/** How a model takes what was learned in a plant: several readers of a place hear much the same, so each of them says less. */
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
