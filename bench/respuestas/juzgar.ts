import { P_AVISO } from '#contract/flujo/prevision/values'
import { HORIZONTE } from '#server/platform/math/historia'
import {
  type Aviso,
  countAvisos,
  isCubierta,
  pinballBand,
  pinballUltimo,
  scoreBrier,
} from '#server/platform/math/notas'
import { HORAS_MIN } from '#server/platform/math/prevision'
import { type Issued, JUZGADAS, rollOrigins } from '#server/platform/math/rolling-origin'
import { firstUnder } from '#server/platform/math/shortage-chance'
import { percentile } from '../medidas'
import type { Preparado, Prevista } from './preparar'

/** Open hours before the judged time, in which methods are compared and bands find their width. */
const ROLLING_ORIGIN = 672
/** Maximum number of forecasts; beyond it only every second, third … hour is forecast. */
const MAXIMUM = 1_500_000

export type NotaHour = {
  pinball: number | null
  naive: number | null
  coverage: number | null
  brier: number | null
}
export type Nota = {
  series: number
  h4: NotaHour
  h8: NotaHour
  h24: NotaHour
  warnings: { precision: number | null; recall: number | null; leadHours: number | null; n: number }
  /** Milliseconds per forecast. */
  ms: number | null
}
/** Forecasts with a probability of a shortage in one tenth: their number, the sum of the probabilities, the shortages that came. */
export type Tenth = { n: number; told: number; came: number }
/** The grade, and figures that help to interpret it. */
export type Juzgado = { nota: Nota; paso: number; sinFiar: number; emitidas: number; tenths: Tenth[] }

class Suma {
  n = 0
  pinball = 0
  naive = 0
  cubiertas = 0
  faltas = 0
  brier = 0
  end(): NotaHour {
    const of = (suma: number, n: number) => (n ? suma / n : null)
    return {
      pinball: of(this.pinball, this.n),
      naive: of(this.naive, this.n),
      coverage: of(this.cubiertas, this.n),
      brier: of(this.brier, this.faltas),
    }
  }
}

/**
 * Judge a forecast of one hour.
 * @returns the value of its warning; null: already short
 */
function judgeIssued(
  { historia: { stock }, minimo }: Prevista,
  e: Issued,
  stats: Suma[],
  tenths: Tenth[],
): Aviso | null {
  const now = stock[e.i] as number
  for (const [j, k] of JUZGADAS.entries()) {
    const vino = stock[e.i + k] as number
    const s = stats[j] as Suma
    const band = e.bandas[j] as Issued['bandas'][number]
    s.n++
    s.pinball += pinballBand(vino, band)
    s.naive += pinballUltimo(vino, now)
    s.cubiertas += Number(isCubierta(vino, band))
    if (!e.pFalta) continue
    s.faltas++
    s.brier += scoreBrier(e.pFalta[j] as number, firstUnder(stock, e.i, minimo, k) !== null)
  }
  if (!e.pFalta) return null
  const told = e.pFalta.at(-1) as number
  const horas = firstUnder(stock, e.i, minimo)
  const tenth = tenths[Math.min(9, Math.floor(told * 10))] as Tenth
  tenth.n++
  tenth.told += told
  tenth.came += Number(horas !== null)
  return { avisa: told >= P_AVISO, horas }
}

/** Forecast every series at each hour of the last quarter that has 24 hours after it, and judge the forecasts. */
export function judge({ horas, ini, series }: Preparado): Juzgado {
  const fin = horas.length - HORIZONTE
  const desde = Math.max(HORAS_MIN, ini - ROLLING_ORIGIN)
  const vale = ini >= HORAS_MIN && ini < fin ? series : []
  const paso = Math.max(1, Math.ceil((vale.length * (fin - desde)) / MAXIMUM))
  const stats = JUZGADAS.map(() => new Suma())
  const tenths = Array.from({ length: 10 }, (): Tenth => ({ n: 0, told: 0, came: 0 }))
  const avisos = { avisadas: 0, ciertas: 0, venidas: 0, antelacion: [] as number[] }
  let [issued, sinFiar] = [0, 0]
  const t0 = performance.now()
  for (const prevista of vale) {
    const suyos: (Aviso | null)[] = []
    rollOrigins(prevista.historia, prevista.minimo, { desde, hasta: fin, paso }, (e) => {
      issued++
      if (e.i < ini) return
      sinFiar += Number(!e.fiable)
      suyos.push(judgeIssued(prevista, e, stats, tenths))
    })
    const c = countAvisos(suyos)
    avisos.avisadas += c.avisadas
    avisos.ciertas += c.ciertas
    avisos.venidas += c.venidas
    avisos.antelacion.push(...c.antelacion)
  }
  const tarda = performance.now() - t0
  const [h4, h8, h24] = stats.map((s) => s.end()) as [NotaHour, NotaHour, NotaHour]
  const antelacion = percentile(avisos.antelacion, 0.5)
  return {
    nota: {
      series: vale.length,
      h4,
      h8,
      h24,
      warnings: {
        precision: avisos.avisadas ? avisos.ciertas / avisos.avisadas : null,
        recall: avisos.venidas ? avisos.ciertas / avisos.venidas : null,
        leadHours: Number.isNaN(antelacion) ? null : antelacion,
        n: avisos.avisadas,
      },
      ms: issued ? tarda / issued : null,
    },
    paso,
    sinFiar: sinFiar / Math.max(1, (stats[0] as Suma).n),
    emitidas: issued,
    tenths,
  }
}

/** Largest difference between predicted and real share among the tenths with at least `min` forecasts. */
export const worstTenth = (tenths: readonly Tenth[], min: number): number =>
  Math.max(0, ...tenths.filter((t) => t.n >= min).map((t) => Math.abs(t.told - t.came) / t.n))
