import type { Ajustes } from '#contract/valores/usuarios/ajustes'

/** Places from this number on are the surroundings of a reader without a location: its id is what lies above. */
export const PLACE_OF_LECTOR = 2 ** 40

/** Where a container stands, as it is reported. Times are Unix ms, by readers' clocks. */
export type ReportedPlace = {
  /** Place; null: never heard. */
  lugar: number | null
  /** The reader of that place that hears it best. */
  lector: number | null
  /** The reader belongs to another place: this one has none. */
  ajeno: boolean
  /** From when on, and when it was last heard there. */
  desde: number
  oido: number
  /** When it was last heard there at rest, and when it began to move last. */
  quieto: number
  sale: number | null
  /** The stay before: when that place last heard it, and whether nobody heard it after that. */
  previaHasta: number | null
  previaSilencio: boolean
  /** The last place where it stayed long enough for a stay: it goes on there where it only passed another. */
  firme: { lugar: number; lector: number; desde: number; hasta: number } | null
}

export const createReportedPlace = (): ReportedPlace => ({
  lugar: null,
  lector: null,
  ajeno: false,
  desde: 0,
  oido: 0,
  quieto: 0,
  sale: null,
  previaHasta: null,
  previaSilencio: false,
  firme: null,
})

/** What the engine says of a container that was just heard. */
export type PlaceReport = {
  lugar: number
  lector: number
  /** The reader belongs to another place: this one has none. */
  ajeno: boolean
  /** Since when the evidence speaks for that place, where the engine can tell. */
  desde: number | null
  /**
   * That nobody heard it does not say that it left: the reader of the place was silent about every tag since it last heard this one, or the tag
   * tells that it did not move.
   */
  callo: boolean
  /** It tells of its movement: since `desde` it stands at one spot. */
  dice: boolean
  /** It says that it moves: the place is the nearest one ... */
  mueve: boolean
  /** ... or another one is nearer, which is not told yet. */
  lejos: boolean
}

/** Moving for longer, ms, it is at work at a place and not on its way from it. */
const VIAJE_MS = 15 * 60_000

/** When the stay ended, now that something else is reported: the way from a place is no part of it, nor is what is reported for the next spot already. */
function endOf(s: ReportedPlace, d: PlaceReport): number {
  const { sale, oido: walkObservation } = s
  // It stood at one spot all the time, which is of another place: it never stayed here.
  if (d.dice && !d.mueve && d.desde !== null && d.desde <= s.desde) return s.desde
  if (sale === null || !d.dice) return walkObservation
  const fin = d.desde !== null && d.desde >= sale ? Math.min(walkObservation, d.desde) : walkObservation
  return fin - sale <= VIAJE_MS ? Math.max(s.desde, sale) : fin
}

/**
 * Go on with a stay, or begin one (`s` is changed). Readers of one place are one stay; a place that was only passed is none, and
 * the stay before goes on. A container that nobody heard for `minutosSalida` begins anew, unless its reader was silent or the tag says that it did not move.
 * @param t when it was heard, Unix ms
 * @returns whether a stay began or went on again
 */
export function stand(s: ReportedPlace, d: PlaceReport, t: number, a: Ajustes): boolean {
  const salida = a.minutosSalida * 60_000
  const silencio = s.lugar !== null && t - s.oido > salida && !d.callo
  s.ajeno = d.ajeno
  if (s.lugar === d.lugar && !silencio) {
    s.lector = d.lector
    s.oido = Math.max(s.oido, t)
    if (!d.mueve) s.quieto = s.oido
    else if (s.sale === null || s.sale < s.quieto) s.sale = d.lejos ? s.quieto : t
    return false
  }
  const before = endOf(s, d)
  const { lugar: place, lector } = s
  if (place !== null && lector !== null && before - s.desde >= a.segundosEstancia * 1000)
    s.firme = { lugar: place, lector, desde: s.desde, hasta: before }
  const vuelve = !silencio && s.firme?.lugar === d.lugar && t - s.firme.hasta <= salida
  s.previaHasta = place === null ? null : before
  s.previaSilencio = silencio
  s.desde = vuelve && s.firme ? s.firme.desde : Math.max(Math.min(t, d.desde ?? t), before)
  s.lugar = d.lugar
  s.lector = d.lector
  s.oido = t
  s.quieto = d.mueve ? s.desde : t
  s.sale = d.mueve ? s.desde : null
  return true
}
