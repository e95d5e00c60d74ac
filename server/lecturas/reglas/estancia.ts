import type { Ajustes } from '#contract/valores/ajustes'

/** Places from this number on are the surroundings of a reader without a location: its id is what lies above. */
export const LUGAR_DE_LECTOR = 2 ** 40

/** Where a container stands, as it is told. Times are Unix ms, by readers' clocks. */
export type Sitio = {
  /** Place; null: never heard. */
  lugar: number | null
  /** The reader of that place that hears it best. */
  lector: number | null
  /** The reader belongs to another place: this one has none. */
  ajeno: boolean
  /** From when on, and when it was last heard there. */
  desde: number
  oido: number
  /** The stay before: when that place last heard it, and whether nobody heard it after that. */
  previaHasta: number | null
  previaSilencio: boolean
  /** The last place where it stayed long enough for a stay: it goes on there where it only passed another. */
  firme: { lugar: number; lector: number; desde: number; hasta: number } | null
}

export const createSitio = (): Sitio => ({
  lugar: null,
  lector: null,
  ajeno: false,
  desde: 0,
  oido: 0,
  previaHasta: null,
  previaSilencio: false,
  firme: null,
})

/** What the engine says of a container that was just heard. */
export type Dicho = {
  lugar: number
  lector: number
  /** The reader belongs to another place: this one has none. */
  ajeno: boolean
  /** Since when the evidence speaks for that place, where the engine can tell. */
  desde: number | null
  /** The reader of the place was silent about every tag since it last heard this one. */
  callo: boolean
}

/**
 * Go on with a stay, or begin one (`s` is changed). Readers of one place are one stay; a place that was only passed is none, and
 * the stay before goes on. A container that nobody heard for `minutosSalida` begins anew, unless its reader was silent.
 * @param t when it was heard, Unix ms
 * @returns whether a stay began or went on again
 */
export function stand(s: Sitio, d: Dicho, t: number, a: Ajustes): boolean {
  const salida = a.minutosSalida * 60_000
  const silencio = s.lugar !== null && t - s.oido > salida && !d.callo
  const antes = s.oido
  s.ajeno = d.ajeno
  if (s.lugar === d.lugar && !silencio) {
    s.lector = d.lector
    s.oido = Math.max(s.oido, t)
    return false
  }
  const { lugar, lector } = s
  if (lugar !== null && lector !== null && antes - s.desde >= a.segundosEstancia * 1000)
    s.firme = { lugar, lector, desde: s.desde, hasta: antes }
  const vuelve = !silencio && s.firme?.lugar === d.lugar && t - s.firme.hasta <= salida
  s.previaHasta = lugar === null ? null : antes
  s.previaSilencio = silencio
  s.desde = vuelve && s.firme ? s.firme.desde : Math.max(Math.min(t, d.desde ?? t), antes)
  s.lugar = d.lugar
  s.lector = d.lector
  s.oido = t
  return true
}
