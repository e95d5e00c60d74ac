import type { Dicho } from './juez'
import type { Camino } from './leer'
import { type Cuenta, countVisitas, DURA_S, type Visita, Visitas, visitsOf } from './visitas'

/** Events of a recording besides its readings: trucks that leave, and dead readers. Zones and tags by number, times in seconds. */
export type Sucesos = {
  salidas: readonly { t: number; tag: number; zona: number }[]
  apagones: readonly { desde: number; hasta: number; zona: number }[]
}

/** How well a method reports what matters in a plant. Null: the recording has no data for it. */
export type Vida = {
  /** Stays recorded by the product's rule, per true stay of two minutes or more. */
  stays: number | null
  /**
   * Reported stays that are right: the zone is right and both ends are within five minutes. Precision: share of the reported ones (of times
   * with known truth). Recall: share of the true ones. F1: harmonic mean of both.
   */
  visitsPrecision: number | null
  visitsRecall: number | null
  visitsF1: number | null
  /** Wrong zones (neither origin nor destination) reported for a moving tag, per way; "on its way, near" is not counted. */
  passed: number | null
  /** Tags in the zone of a reader that dies, which are reported there: share reported in another zone while it is dead. */
  elsewhere: number | null
  /** Tags that leave by truck: share reported gone within 25 minutes. */
  gone: number | null
  /** Share of those tags reported at the dock when they leave. */
  dock: number | null
}

const SALIDA_S = 25 * 60
/** Seconds; a longer absence is not a way: the tag was away. */
const VIAJE_S = 30 * 60

type Seguido = {
  camino: Camino
  visitas: Visitas
  desde: number
  dichos: { t: number; zona: number; enCamino: boolean }[]
}

/** Records the changes of each tag's reported place, and evaluates them at the end. */
export class Diario {
  readonly #seguidos = new Map<number, Seguido>()
  /** The reported visits of each tag; filled at the end. */
  readonly dichas = new Map<number, readonly Visita[]>()
  readonly #caminos: ReadonlyMap<number, Camino>
  readonly #sucesos: Sucesos

  constructor(caminos: ReadonlyMap<number, Camino>, sucesos: Sucesos) {
    this.#caminos = caminos
    this.#sucesos = sucesos
  }

  say(d: Dicho): void {
    const camino = this.#caminos.get(d.tag)
    if (!camino) return
    let s = this.#seguidos.get(d.tag)
    if (!s) {
      s = { camino, visitas: new Visitas(), desde: d.t, dichos: [] }
      this.#seguidos.set(d.tag, s)
    }
    const { enCamino } = d
    const before = s.dichos.at(-1)
    if (before?.zona !== d.primera || before.enCamino !== enCamino)
      s.dichos.push({ t: d.t, zona: d.primera, enCamino })
    if (d.primera >= 0) s.visitas.note(d)
  }

  end(t: number): Vida {
    return {
      ...this.#countVisitas(t),
      passed: this.#countPassed(),
      elsewhere: this.#countElsewhere(),
      ...this.#countSalidas(t),
    }
  }

  #countVisitas(fin: number): Pick<Vida, 'stays' | 'visitsPrecision' | 'visitsRecall' | 'visitsF1'> {
    let [dichas, ciertas] = [0, 0]
    const suma: Cuenta = { bien: 0, falsas: 0, perdidas: 0 }
    for (const [tag, s] of this.#seguidos) {
      const suyas = s.visitas.end()
      this.dichas.set(tag, suyas)
      dichas += suyas.length
      for (const { desde, hasta } of visitsOf(s.camino, fin))
        if (hasta - Math.max(desde, s.desde) >= DURA_S) ciertas++
      const cuenta = countVisitas(suyas, s.camino, s.desde, fin)
      for (const k of ['bien', 'falsas', 'perdidas'] as const) suma[k] += cuenta[k]
    }
    if (!ciertas) return { stays: null, visitsPrecision: null, visitsRecall: null, visitsF1: null }
    const { bien, falsas, perdidas } = suma
    return {
      stays: dichas / ciertas,
      visitsPrecision: bien + falsas ? bien / (bien + falsas) : 0,
      visitsRecall: bien / ciertas,
      visitsF1: (2 * bien) / (2 * bien + falsas + perdidas),
    }
  }

  #countPassed(): number | null {
    let [viajes, zonas] = [0, 0]
    for (const s of this.#seguidos.values()) {
      const estancias = visitsOf(s.camino, Number.POSITIVE_INFINITY)
      for (const [i, a] of estancias.entries()) {
        const b = estancias[i + 1]
        if (!b || b.desde - a.hasta > VIAJE_S || a.hasta < s.desde) continue
        viajes++
        const vistas = s.dichos.filter((d) => d.t >= a.hasta && d.t <= b.desde && !d.enCamino && d.zona >= 0)
        const otras = vistas.filter((d) => d.zona !== a.zona && d.zona !== b.zona)
        zonas += new Set(otras.map((d) => d.zona)).size
      }
    }
    return viajes ? zonas / viajes : null
  }

  #countElsewhere(): number | null {
    let [suyos, far] = [0, 0]
    for (const s of this.#seguidos.values())
      for (const a of this.#sucesos.apagones) {
        const queda = visitsOf(s.camino, Number.POSITIVE_INFINITY).some(
          (e) => e.zona === a.zona && e.desde <= a.desde && e.hasta >= a.hasta,
        )
        if (!queda || toldAt(s, a.desde) !== a.zona) continue
        suyos++
        if (s.dichos.some((d) => d.t > a.desde && d.t <= a.hasta && d.zona >= 0 && d.zona !== a.zona)) far++
      }
    return suyos ? far / suyos : null
  }

  #countSalidas(fin: number): Pick<Vida, 'gone' | 'dock'> {
    let [all, idas, muelle] = [0, 0, 0]
    for (const { t, tag, zona } of this.#sucesos.salidas) {
      const s = this.#seguidos.get(tag)
      if (!s || t + SALIDA_S > fin || t < s.desde) continue
      all++
      if (toldAt(s, t) === zona) muelle++
      if (s.dichos.some((d) => d.zona < 0 && d.t > t && d.t <= t + SALIDA_S)) idas++
    }
    return all ? { gone: idas / all, dock: muelle / all } : { gone: null, dock: null }
  }
}

const toldAt = (s: Seguido, t: number) => s.dichos.findLast((d) => d.t <= t)?.zona ?? -1
