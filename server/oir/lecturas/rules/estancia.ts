import type { Ajustes } from '#contract/parque/ajustes/values'

/** Places from this number on are the surroundings of a reader without a location; the rest of the number is the id of the reader. */
export const PLACE_OF_LECTOR = 2 ** 40

/** Where a container stands, as it is reported. Times are Unix ms, by readers' clocks. */
export type ReportedPlace = {
  /** Place; null: never heard. */
  lugar: number | null
  /** The reader of that place that hears it best. */
  lector: number | null
  /** The reader belongs to another place: this one has none. */
  ajeno: boolean
  /** Since when it stands there. */
  desde: number
  /** When it was last heard there. */
  oido: number
  /** When it was last heard there at rest. */
  quieto: number
  /** When it last began to move. */
  sale: number | null
  /** End of the stay before: when that place last heard it. */
  previaHasta: number | null
  /** Whether that stay ended because no reader heard it any more. */
  previaSilencio: boolean
  /** The last place where it stayed long enough for a stay. That stay continues if it only passed another place. */
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
  /** Since when the evidence speaks for that place; null: the engine cannot say. */
  desde: number | null
  /**
   * Silence does not mean that it left: the reader of the place has been silent about every tag since it last heard this one, or the tag
   * reports that it did not move.
   */
  callo: boolean
  /** The tag reports its movement: since `desde` it stands at one spot. */
  dice: boolean
  /** The tag reports that it moves; `lugar` is the nearest place. */
  mueve: boolean
  /** Another place is nearer than `lugar`, but not reported yet. */
  lejos: boolean
}

/** A container that moves for longer than this is at work at a place, not on its way from it. */
const VIAJE_MS = 15 * 60_000

/**
 * End of the stay, now that another place is reported. The way from the old place is no part of the stay, nor is the time for which the
 * next spot is reported.
 */
function endOf(s: ReportedPlace, d: PlaceReport): number {
  const { sale, oido } = s
  // It stood at one spot all the time, and that spot is of another place: it never stayed here.
  if (d.dice && !d.mueve && d.desde !== null && d.desde <= s.desde) return s.desde
  if (sale === null || !d.dice) return oido
  const fin = d.desde !== null && d.desde >= sale ? Math.min(oido, d.desde) : oido
  return fin - sale <= VIAJE_MS ? Math.max(s.desde, sale) : fin
}

/**
 * Continue a stay, or begin one (`s` is changed). Readers of one place have one stay. A place that was only passed has no stay: the stay
 * before continues. A container that no reader heard for `minutosSalida` begins a new stay, unless its reader was silent or the tag reports
 * that it did not move.
 * @param t when it was heard, Unix ms
 * @returns whether a stay began or was resumed
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
