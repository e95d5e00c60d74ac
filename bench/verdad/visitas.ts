import { INICIALES } from '#contract/valores/usuarios/ajustes'
import { createReportedPlace, stand } from '../../server/domains/lecturas/rules/estancia'
import type { Dicho } from './juez'
import type { Camino } from './leer'

/** A stay of one tag at a zone, in seconds. */
export type Visita = { zona: number; desde: number; hasta: number }

/** What is shorter is none, as in the product. */
export const DURA_S = INICIALES.segundosEstancia
/** A visit is reported right where it begins and ends so near to the true one. */
const TOLERANCIA_S = 5 * 60

/** The visits told of one tag, by the product's own rule for stays. */
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
    // It only passed another place: the visit before goes on.
    const vuelve = this.#hechas.findIndex((v) => v.desde === s.desde / 1000)
    if (vuelve >= 0) this.#hechas.splice(vuelve)
  }

  #close(place: number | null, desde: number, hasta: number): void {
    if (place !== null && hasta - desde >= DURA_S * 1000)
      this.#hechas.push({ zona: place, desde: desde / 1000, hasta: hasta / 1000 })
  }

  /** All of them, the one that goes on as one that ends where it was last told. */
  end(): readonly Visita[] {
    this.#close(this.#sitio.lugar, this.#sitio.desde, this.#sitio.oido)
    return this.#hechas
  }
}

/** The true visits of a tag, neighbours of the same zone joined. */
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

/** Visits told right, told and not so, and true ones that were not told so. */
export type Cuenta = { bien: number; falsas: number; perdidas: number }

/** Seconds of a visit that truth tells something of. */
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
 * Match the visits told of a tag with the true ones: of the same zone, and both ends within five minutes, each at most once. What is reported
 * mostly of a time that truth says nothing of is left out.
 * @param desde since when something is reported for the tag
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
