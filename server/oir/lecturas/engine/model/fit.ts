import { PARAMETERS as P } from '../parameters'
import type { EmissionModel, StateTable } from './emission-model'
import type { Sample } from './sample'
import { type Fit, type Stats, spotsOf } from './stats'

const MIN_HEARERS = 2
/** One rest counts at most this many times the expected misfit: it may be of another place. */
const MAX_MISFIT = 4
/** From this many rests on older ones count half: the last ones show what fits. */
const MAX_RESTS = 100

/**
 * How far a sample lies from one state: mean squared difference, observed and expected, dB² for each reader that heard. Null: too few
 * readers heard.
 */
function compareWith(t: StateTable, e: number, m: Sample): Omit<Fit, 'n'> | null {
  const heard = m.flatMap(({ lector, media, n }) => {
    const i = lector * t.estados + e
    return media === null || t.media[i] === undefined
      ? []
      : [{ dif: media - t.media[i], esperado: (t.varianza[i] as number) + P.varAnuncio / n }]
  })
  if (heard.length < MIN_HEARERS) return null
  const meanOf = (pick: (o: (typeof heard)[number]) => number) =>
    heard.reduce((n, o) => n + pick(o), 0) / heard.length
  // What the tag sends more or less than other tags is no misfit.
  const comun = meanOf((o) => o.dif)
  const visto = meanOf((o) => (o.dif - comun) ** 2)
  return { visto, esperado: meanOf((o) => o.esperado) * (1 - 1 / heard.length) }
}

/**
 * Note how well a rest at a walked place fits what was known before.
 * @param t what places were decided by
 */
export function noteFit(s: Stats, t: EmissionModel, place: number, m: Sample): void {
  const z = t.lugares.indexOf(place)
  const walked = spotsOf(s, place).some((e) => s.muestras[e])
  const tabla = t.modelos[0]?.tabla
  if (z < 0 || !walked || !tabla) return
  let best: Omit<Fit, 'n'> | null = null
  for (let e = 0; e < tabla.estados; e++) {
    if (tabla.lugarOf[e] !== z) continue
    const f = compareWith(tabla, e, m)
    if (f && (!best || f.visto / f.esperado < best.visto / best.esperado)) best = f
  }
  if (!best) return
  const f = s.ajuste.get(place) ?? { n: 0, visto: 0, esperado: 0 }
  const part = f.n >= MAX_RESTS ? 0.5 : 1
  s.ajuste.set(place, {
    n: part * f.n + 1,
    visto: part * f.visto + Math.min(best.visto, MAX_MISFIT * best.esperado),
    esperado: part * f.esperado + best.esperado,
  })
}
