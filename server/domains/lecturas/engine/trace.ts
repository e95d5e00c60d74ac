import type { Opcion } from './certeza'
import { isMuerto } from './lectores'
import { type EmissionModel, expectedOye, type StateTable } from './model/emission-model'
import type { Setting } from './setting'
import { pudoOf } from './window'

/** Why a place was reported: what everybody heard, and what was to be expected of it. A few hundred bytes. */
export type Trace = {
  /** Version of the table that it was weighed by. */
  version: number
  /** First and last second of the window, and adverts in it. */
  desde: number
  hasta: number
  anuncios: number
  /** The three first places with their certainty, 0 to 1. */
  orden: Opcion[]
  /** Up to six readers, the best heard first. */
  lectores: {
    lector: number
    /** Mean level, dBm; null: told without. */
    media: number | null
    /** Adverts it heard, of those it could have told of. */
    oyo: number
    de: number
    /** For the first and the second place: level and share heard that were expected. */
    esperado: { media: number; oye: number }[]
  }[]
  /** Readers that were dead. */
  muertos: number[]
}

const MAX_LECTORES = 6

/** The state of a place that expects the loudest of this reader: what the place is known by. */
function stateOf(t: StateTable, z: number, r: number): number {
  let mejor = -1
  for (let e = 0; e < t.estados; e++) {
    if (t.lugarOf[e] !== z) continue
    if (mejor < 0 || (t.media[r * t.estados + e] as number) > (t.media[r * t.estados + mejor] as number))
      mejor = e
  }
  return mejor
}

export function traceOf(
  { tabla: t, lectores: l, motor: { ventana: v } }: Setting,
  order: readonly Opcion[],
  now: number,
): Trace {
  // What the heaviest model expects.
  const { tabla } = t.modelos[0] as EmissionModel['modelos'][number]
  const media = (r: number) =>
    (v.niveles[r] as number) ? (v.suma[r] as number) / (v.niveles[r] as number) : null
  const walkObservations = [...v.lectores.subarray(0, v.hearers)].filter((r) => r < t.lectores)
  walkObservations.sort((a, b) => (media(b) ?? -200) - (media(a) ?? -200) || a - b)
  return {
    version: t.version,
    desde: v.desde,
    hasta: v.hasta,
    anuncios: v.anuncios,
    orden: [...order],
    lectores: walkObservations.slice(0, MAX_LECTORES).map((r) => ({
      lector: l.ids[r] as number,
      media: media(r),
      oyo: v.veces[r] as number,
      de: pudoOf(v, r),
      esperado: order.slice(0, 2).flatMap(({ lugar: place }) => {
        const e = stateOf(tabla, t.lugares.indexOf(place), r)
        const i = r * tabla.estados + e
        return e < 0 ? [] : [{ media: tabla.media[i] as number, oye: expectedOye(tabla, i) }]
      }),
    })),
    muertos: l.ids.filter((_, n) => isMuerto(l, n, now)),
  }
}
