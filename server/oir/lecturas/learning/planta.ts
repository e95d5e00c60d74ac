import { machineClock } from '../../../platform/time/machine-clock'
import { hasNumber, type Lectores, numberOf } from '../engine/lectores'
import { compile, type EmissionModel } from '../engine/model/emission-model'
import type { StoredStats } from '../engine/model/guardado'
import { unpackStats } from '../engine/model/guardado'
import { createStats, emptyStats, type LectorDePlanta, type Stats } from '../engine/model/stats'
import { PLACE_OF_LECTOR } from '../rules/estancia'

/** A reader with its location and coordinates. */
export type LocatedLector = {
  id: number
  empresa: number
  ubicacion: number | null
  lat: number | null
  lon: number | null
}

/** A version of what was learned of a company's plant, and what of it no longer holds. */
export type Learned = {
  empresa: number
  version: number
  sumas: StoredStats
  exponente: number | null
  /** Locations that exist now. */
  ubicaciones: number[]
  /** Readers that were moved since the version was made. */
  movidos: number[]
}

/** Place of a reader: its location, or its own surroundings if it has none. */
export const placeOf = (l: { id: number; ubicacion: number | null }): number =>
  l.ubicacion ?? PLACE_OF_LECTOR + l.id

const DAY_MS = 86_400_000
/** Day since 1970, by which the age of samples is counted. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

const METROS_POR_GRADO = 111_320

/**
 * Coordinates in metres from the first reader. Null for a reader with the same coordinates as a reader of another place: such coordinates
 * are of the whole plant, not of the reader.
 */
function metrosOf(lectores: readonly LocatedLector[]): ({ x: number; y: number } | null)[] {
  const first = lectores.find((l) => l.lat !== null && l.lon !== null)
  const places = new Map<string, Set<number>>()
  const claveOf = (l: LocatedLector) => `${l.lat} ${l.lon}`
  for (const l of lectores) places.set(claveOf(l), (places.get(claveOf(l)) ?? new Set()).add(placeOf(l)))
  return lectores.map((l) => {
    if (!first || l.lat === null || l.lon === null || (places.get(claveOf(l))?.size ?? 0) > 1) return null
    const lat0 = first.lat as number
    const lon0 = first.lon as number
    return {
      x: (l.lon - lon0) * METROS_POR_GRADO * Math.cos((lat0 * Math.PI) / 180),
      y: (l.lat - lat0) * METROS_POR_GRADO,
    }
  })
}

/** The readers by their numbers in `lectores`; new readers get a number there. Readers for which no number is left are left out. */
export function plantaOf(lectores: Lectores, located: readonly LocatedLector[]): LectorDePlanta[] {
  const metros = metrosOf(located)
  return located.flatMap((s, i) =>
    hasNumber(lectores, s.id)
      ? {
          lector: numberOf(lectores, s.id),
          lugar: placeOf(s),
          x: metros[i]?.x ?? null,
          y: metros[i]?.y ?? null,
        }
      : [],
  )
}

/** The sums of a version for the plant as it is now; without a version, empty sums. */
export const statsOf = (a: Learned | null, planta: readonly LectorDePlanta[], l: Lectores): Stats =>
  a
    ? unpackStats(a.sumas, planta, l, new Set(a.movidos), new Set(a.ubicaciones))
    : createStats(planta, l.ids.length)

/** The model that places are decided by. Version 0: nothing was learned. */
export const emissionModelOf = (
  a: Learned | null,
  planta: readonly LectorDePlanta[],
  l: Lectores,
): EmissionModel =>
  compile(a ? statsOf(a, planta, l) : emptyStats(planta, l.ids.length), planta, a?.version ?? 0, {
    ...(a?.exponente && { exponente: a.exponente }),
    hoy: dayOf(machineClock.now()),
  })
