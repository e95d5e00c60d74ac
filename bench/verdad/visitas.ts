import { INICIALES } from '#contract/parque/ajustes/values'
import { createReportedPlace, stand } from '../../server/oir/lecturas/rules/estancia'
import type { Dicho } from './juez'
import type { Camino } from './leer'

/** A stay of one tag in a zone, in seconds. */
export type Visita = { zona: number; desde: number; hasta: number }

/** Minimum length of a stay, as in the product. */
export const DURA_S = INICIALES.segundosEstancia
/** Tolerance of begin and end of a reported visit, in seconds. */
const TOLERANCIA_S = 5 * 60

/** The reported visits of one tag, by the product's own rule for stays. */
export class Visitas {
  readonly #sitio = createReportedPlace()
  readonly #hechas: Visita[] = []

  note({ t, primera: zona, desde, enCamino, dice, lejos, quedo }: Dicho): void {
    const s = this.#sitio
    const before = { ...s }
    const dicho = {
      lugar: zona,
      lector: zona,
      ajeno: false,
      desde: desde === undefined ? null : desde * 1000,
      callo: quedo,
      dice,
      mueve: enCamino,
      lejos,
    }
    if (!stand(s, dicho, t * 1000, INICIALES)) return
    this.#close(before.lugar, before.desde, s.previaHasta ?? before.oido)
    // The tag only passed another place: the earlier visit goes on.
    const vuelve = this.#hechas.findIndex((v) => v.desde === s.desde / 1000)
    if (vuelve >= 0) this.#hechas.splice(vuelve)
  }

  #close(place: number | null, desde: number, hasta: number): void {
    if (place !== null && hasta - desde >= DURA_S * 1000)
      this.#hechas.push({ zona: place, desde: desde / 1000, hasta: hasta / 1000 })
  }

  /** All visits; the one that goes on ends at its last report. */
  end(): readonly Visita[] {
    this.#close(this.#sitio.lugar, this.#sitio.desde, this.#sitio.oido)
    return this.#hechas
  }
}

/** The true visits of a tag; consecutive rows of the same zone are joined. */
export function visitsOf(c: Camino, fin: number): Visita[] {
  const visitas: Visita[] = []
  for (const [i, zona] of c.zona.entries()) {
    const desde = c.t[i] as number
    const hasta = Math.min(c.t[i + 1] ?? fin, fin)
    if (zona < 0 || desde >= hasta) continue
    const before = visitas.at(-1)
    if (before?.zona === zona && before.hasta === desde) before.hasta = hasta
    else visitas.push({ zona, desde, hasta })
  }
  return visitas
}

/** Visits reported correctly, visits reported wrongly, and true visits that were not reported correctly. */
export type Cuenta = { bien: number; falsas: number; perdidas: number }

/** Seconds of a visit with known truth. */
function knownOf(v: Visita, c: Camino): number {
  let s = 0
  for (const [i, zona] of c.zona.entries())
    if (zona >= 0)
      s += Math.max(
        0,
        Math.min(v.hasta, c.t[i + 1] ?? Number.POSITIVE_INFINITY) - Math.max(v.desde, c.t[i] as number),
      )
  return s
}

/**
 * Match the reported visits of a tag with the true ones, each at most once: same zone, both ends within five minutes. A visit reported
 * mostly in times without known truth is left out.
 * @param desde time of the first report of the tag
 */
export function countVisitas(dichas: readonly Visita[], c: Camino, desde: number, fin: number): Cuenta {
  const ciertas = visitsOf(c, fin)
    .filter((v) => v.hasta > desde)
    .map((v) => ({ ...v, desde: Math.max(v.desde, desde), vista: false }))
  const near = (a: number, b: number) => Math.abs(a - b) <= TOLERANCIA_S
  let [bien, falsas] = [0, 0]
  for (const d of dichas) {
    const suya = ciertas.find(
      (v) => !v.vista && v.zona === d.zona && near(v.desde, d.desde) && near(v.hasta, d.hasta),
    )
    if (suya) {
      suya.vista = true
      if (suya.hasta - suya.desde >= DURA_S) bien++
    } else if (2 * knownOf(d, c) >= d.hasta - d.desde) falsas++
  }
  const perdidas = ciertas.filter((v) => !v.vista && v.hasta - v.desde >= DURA_S)
  return { bien, falsas, perdidas: perdidas.length }
}
