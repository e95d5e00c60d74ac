import { percentile } from '../medidas'
import { type Camino, NO_JUZGADO } from './leer'

/** A method's answer about a tag: zones by number, -1 none; `p`: certainty of the first, 0 to 1. */
export type Dicho = {
  t: number
  tag: number
  primera: number
  segunda: number
  p: number
  /** Time from which it is there, if the method tells it. */
  desde: number | undefined
  /** It is on its way nearby, and stays nowhere. */
  enCamino: boolean
  /** The tag reports movement itself. */
  dice: boolean
  /** Another place is likelier, but not reported yet. */
  lejos: boolean
  /** The method states that the tag has not moved since the previous report. */
  quedo: boolean
}

/**
 * How good a method is. Time is judged where truth has a zone that was not given by the calibration walk, from the first answer about the
 * tag to the end of the recording. Null: no data.
 */
export type Nota = {
  /** Share of judged time with the right zone. */
  right: number | null
  /** Mean over the true zones of 2·TP / (2·TP + FP + FN), each a time. */
  f1: number | null
  /**
   * False changes per tag and judged hour. A change is a reported zone that differs from the last reported one. It is false unless truth is
   * there at that moment, or was there since the previous change (late). Only changes at judged times count; the first reported zone does
   * not count.
   */
  falsePerHour: number | null
  /** Median delay in seconds from a true change (first row of a zone other than the last known one) until it is reported; 0: at once. */
  delay50: number | null
  /** 95 % quantile of that delay. */
  delay95: number | null
  /** Share of true changes whose zone is not reported before truth has another zone, or the recording ends. */
  missed: number | null
  /** Share of judged time in which the true zone is one of the first two. */
  firstTwo: number | null
  /**
   * Mean over judged time of (p − 1)² where the reported zone is right, p² where it is wrong: 0 best, 1 worst. Without a reported zone p
   * counts as 0.
   */
  brier: number | null
  /** Processor time in µs per reading: processing it and answering. */
  us: number | null
}

type Seguido = {
  camino: Camino
  /** Index of the present row of truth. */
  i: number
  hasta: number
  /** Last answer. */
  dicho: Pick<Dicho, 'primera' | 'segunda' | 'p'>
  /** Last known true zone. */
  zona: number
  /** Last reported zone. */
  ultima: number
  /** True zones since the last reported change. */
  estuvo: Set<number>
  pendiente: { t: number; zona: number } | null
}

/** Judges one method. Call `say` in order of time for each tag, and `end` once. Answers are copied. */
export class Juez {
  readonly #caminos: ReadonlyMap<number, Camino>
  readonly #seguidos = new Map<number, Seguido>()
  readonly #tp = new Map<number, number>()
  readonly #fp = new Map<number, number>()
  readonly #fn = new Map<number, number>()
  readonly #esperas: number[] = []
  #juzgado = 0
  #bien = 0
  #dos = 0
  #brier = 0
  #falsos = 0
  #cambios = 0
  /** Judged seconds, and right ones, by 10 % band of the stated certainty. */
  readonly bandas = Array.from({ length: 10 }, () => ({ s: 0, bien: 0, dicha: 0 }))

  constructor(caminos: ReadonlyMap<number, Camino>) {
    this.#caminos = caminos
  }

  say(d: Dicho): void {
    const s = this.#seguidos.get(d.tag) ?? this.#begin(d)
    if (!s) return
    this.#advance(s, d.t)
    const before = s.ultima
    s.dicho.primera = d.primera
    s.dicho.segunda = d.segunda
    s.dicho.p = d.p
    if (d.primera < 0 || d.primera === before) return
    s.ultima = d.primera
    if (s.pendiente?.zona === d.primera) {
      this.#esperas.push(Math.max(0, d.t - s.pendiente.t))
      s.pendiente = null
    }
    const now = s.camino.zona[s.i] ?? -1
    if (before >= 0 && now >= 0 && !s.estuvo.has(d.primera)) this.#falsos++
    s.estuvo.clear()
    if (now >= 0) s.estuvo.add(now)
  }

  #begin(d: Dicho): Seguido | null {
    const camino = this.#caminos.get(d.tag)
    if (!camino) return null
    let i = -1
    while (i + 1 < camino.t.length && (camino.t[i + 1] as number) <= d.t) i++
    const zona = camino.zona[i] ?? -1
    const s: Seguido = {
      camino,
      i,
      hasta: d.t,
      dicho: { primera: d.primera, segunda: d.segunda, p: d.p },
      zona,
      ultima: -1,
      estuvo: new Set(),
      pendiente: null,
    }
    if (zona >= 0) s.estuvo.add(zona)
    this.#seguidos.set(d.tag, s)
    return s
  }

  /** Count the time up to `t`, and apply the changes of truth until then. */
  #advance(s: Seguido, t: number): void {
    for (;;) {
      const next = s.camino.t[s.i + 1] ?? Number.POSITIVE_INFINITY
      const fin = Math.min(next, t)
      if (fin > s.hasta) {
        this.#count(s, fin - s.hasta)
        s.hasta = fin
      }
      if (next > t) return
      s.i++
      this.#change(s, next, s.camino.zona[s.i] as number)
    }
  }

  #count(s: Seguido, dt: number): void {
    const zona = s.camino.zona[s.i] ?? -1
    if (zona < 0) return
    const { primera, segunda, p } = s.dicho
    const bien = primera === zona
    const more = (m: Map<number, number>, z: number) => m.set(z, (m.get(z) ?? 0) + dt)
    this.#juzgado += dt
    if (bien) {
      this.#bien += dt
      more(this.#tp, zona)
    } else {
      more(this.#fn, zona)
      if (primera >= 0) more(this.#fp, primera)
    }
    if (bien || segunda === zona) this.#dos += dt
    const dicha = primera < 0 ? 0 : Math.min(1, Math.max(0, p))
    this.#brier += dt * (primera < 0 ? 1 : ((bien ? 1 : 0) - dicha) ** 2)
    if (primera < 0) return
    const band = this.bandas[Math.min(9, Math.floor(dicha * 10))] as (typeof this.bandas)[number]
    band.s += dt
    band.dicha += dicha * dt
    if (bien) band.bien += dt
  }

  #change(s: Seguido, t: number, zona: number): void {
    if (zona === NO_JUZGADO) {
      s.zona = -1
      s.pendiente = null
      return
    }
    if (zona < 0) return
    s.estuvo.add(zona)
    if (s.zona >= 0 && zona !== s.zona) {
      // A change that is still pending is missed.
      this.#cambios++
      s.pendiente = null
      if (s.dicho.primera === zona) this.#esperas.push(0)
      else s.pendiente = { t, zona }
    }
    s.zona = zona
  }

  /** @param us processor time in µs per reading */
  end(t: number, us: number | null): Nota {
    for (const s of this.#seguidos.values()) this.#advance(s, t)
    const share = (n: number) => (this.#juzgado > 0 ? n / this.#juzgado : null)
    const zonas = [...new Set([...this.#tp.keys(), ...this.#fn.keys()])]
    const f1 = zonas.map((z) => {
      const tp = this.#tp.get(z) ?? 0
      return (2 * tp) / (2 * tp + (this.#fp.get(z) ?? 0) + (this.#fn.get(z) ?? 0))
    })
    const delay = (p: number) => (this.#esperas.length ? percentile(this.#esperas, p) : null)
    return {
      right: share(this.#bien),
      f1: f1.length ? f1.reduce((a, b) => a + b, 0) / f1.length : null,
      falsePerHour: share(this.#falsos * 3600),
      delay50: delay(0.5),
      delay95: delay(0.95),
      missed: this.#cambios ? 1 - this.#esperas.length / this.#cambios : null,
      firstTwo: share(this.#dos),
      brier: share(this.#brier),
      us,
    }
  }
}
