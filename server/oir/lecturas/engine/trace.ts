import type { Opcion } from './certeza'
import type { Setting } from './context'
import { isMuerto } from './lectores'
import { type EmissionModel, expectedOye, type StateTable } from './model/emission-model'
import { pudoOf } from './window'

/** Why a place was reported: what each reader heard, and what was expected. A few hundred bytes. */
export type Trace = {
  /** Version of the table used. */
  version: number
  /** First second of the window. */
  desde: number
  /** Last second of the window. */
  hasta: number
  /** Adverts in the window. */
  anuncios: number
  /** Up to three places with their certainty, 0 to 1, the reported one first. */
  orden: Opcion[]
  /** Up to six readers, the best heard first. */
  lectores: {
    lector: number
    /** Mean level, dBm; null: no level reported. */
    media: number | null
    /** Adverts that it heard. */
    oyo: number
    /** Adverts that it could have reported. */
    de: number
    /** Expected level (dBm) and share heard, for the first and the second place. */
    esperado: { media: number; oye: number }[]
  }[]
  /** Ids of the readers that were dead. */
  muertos: number[]
}

const MAX_LECTORES = 6

/** The state of a place that expects the loudest level of this reader. */
function stateOf(t: StateTable, z: number, r: number): number {
  let mejor = -1
  for (let e = 0; e < t.estados; e++) {
    if (t.lugarOf[e] !== z) continue
    if (mejor < 0 || (t.media[r * t.estados + e] as number) > (t.media[r * t.estados + mejor] as number))
      mejor = e
  }
  return mejor
}

/** The trace of what was decided by the window. `findMudos` was called for it. */
export function traceOf(x: Setting, order: readonly Opcion[], now: number): Trace {
  const { tabla: t, lectores: l } = x
  const { ventana: v } = x.motor
  // What the model of the greatest weight expects.
  const { tabla } = t.modelos[0] as EmissionModel['modelos'][number]
  const media = (r: number) =>
    (v.niveles[r] as number) ? (v.suma[r] as number) / (v.niveles[r] as number) : null
  const hearers = [...v.lectores.subarray(0, v.hearers)].filter((r) => r < t.lectores)
  hearers.sort((a, b) => (media(b) ?? -200) - (media(a) ?? -200) || a - b)
  return {
    version: t.version,
    desde: v.desde,
    hasta: v.hasta,
    anuncios: v.anuncios,
    orden: [...order],
    lectores: hearers.slice(0, MAX_LECTORES).map((r) => ({
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
