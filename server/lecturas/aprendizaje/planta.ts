import type { SumasGuardadas } from '../lugar/guardado'
import { unpackSumas } from '../lugar/guardado'
import { hasNumber, type Lectores, numberOf } from '../lugar/lectores'
import { createSumas, emptySumas, type LectorDePlanta, type Sumas } from '../lugar/sumas'
import { compile, type Tabla } from '../lugar/tabla'
import { LUGAR_DE_LECTOR } from '../reglas/estancia'

/** A reader with where it stands. */
export type LectorSituado = {
  id: number
  empresa: number
  ubicacion: number | null
  lat: number | null
  lon: number | null
}

/** What a company's plant has taught, and what of it holds no more. */
export type Aprendido = {
  empresa: number
  version: number
  sumas: SumasGuardadas
  exponente: number | null
  /** Locations that there are. */
  ubicaciones: number[]
  /** Readers that were moved since. */
  movidos: number[]
}

/** A location is a place; so are the surroundings of a reader without one. */
export const lugarDe = (l: { id: number; ubicacion: number | null }): number =>
  l.ubicacion ?? LUGAR_DE_LECTOR + l.id

const METROS_POR_GRADO = 111_320

/**
 * Metres from the first reader. Null for readers that stand on the same spot as one of another place: such coordinates are of the
 * whole plant, not of the reader.
 */
function metrosDe(lectores: readonly LectorSituado[]): ({ x: number; y: number } | null)[] {
  const primero = lectores.find((l) => l.lat !== null && l.lon !== null)
  const sitios = new Map<string, Set<number>>()
  const claveDe = (l: LectorSituado) => `${l.lat} ${l.lon}`
  for (const l of lectores) sitios.set(claveDe(l), (sitios.get(claveDe(l)) ?? new Set()).add(lugarDe(l)))
  return lectores.map((l) => {
    if (!primero || l.lat === null || l.lon === null || (sitios.get(claveDe(l))?.size ?? 0) > 1) return null
    const lat0 = primero.lat as number
    const lon0 = primero.lon as number
    return {
      x: (l.lon - lon0) * METROS_POR_GRADO * Math.cos((lat0 * Math.PI) / 180),
      y: (l.lat - lat0) * METROS_POR_GRADO,
    }
  })
}

/** The readers by their numbers in `lectores`, where new ones get theirs; without those for whom there is none left. */
export function plantaDe(lectores: Lectores, situados: readonly LectorSituado[]): LectorDePlanta[] {
  const metros = metrosDe(situados)
  return situados.flatMap((s, i) =>
    hasNumber(lectores, s.id)
      ? {
          lector: numberOf(lectores, s.id),
          lugar: lugarDe(s),
          x: metros[i]?.x ?? null,
          y: metros[i]?.y ?? null,
        }
      : [],
  )
}

/** What a version says of the plant of now; without one, nothing yet. */
export const sumasDe = (a: Aprendido | null, planta: readonly LectorDePlanta[], l: Lectores): Sumas =>
  a
    ? unpackSumas(a.sumas, planta, l, new Set(a.movidos), new Set(a.ubicaciones))
    : createSumas(planta, l.ids.length)

/** What places are told by. Version 0: nothing was learned. */
export const tablaDe = (a: Aprendido | null, planta: readonly LectorDePlanta[], l: Lectores): Tabla =>
  compile(
    a ? sumasDe(a, planta, l) : emptySumas(planta, l.ids.length),
    planta,
    a?.version ?? 0,
    a?.exponente ?? undefined,
  )
