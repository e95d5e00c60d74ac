import type { Belief } from './belief'
import { rank } from './certeza'
import type { Setting } from './context'
import { choose } from './elegir'
import { weighPlaces } from './log-likelihood'
import { type Sample, sampleOf } from './model/sample'
import type { Causa } from './motor'
import { PARAMETERS as P } from './parameters'
import { findMudos } from './silences'
import { type Trace, traceOf } from './trace'

/** What a person says about the place of a tag, compared with what the engine thought. */
export type Confirmacion = {
  /** How much less likely the place was than the best one, in nats. From 8 on the person should be asked again. */
  nats: number
  /**
   * Ln odds of all places at that time, and the true place, to fit the certainty; null: the tag was not heard lately, or the place is
   * unknown.
   */
  caso: { ln: number[]; verdad: number } | null
  /** The rest at that time: one sample of the place. */
  muestra: Sample | null
  cambio: { causa: Causa; traza: Trace } | null
}

/**
 * A person says that the tag is at `place` now. That is reported until the tag moves or the evidence against it is strong.
 * @param now second of Unix time
 */
export function confirm(x: Setting, c: Belief, place: number, now: number): Confirmacion {
  const { tabla: t, lectores: l } = x
  const { ventana, balanza } = x.motor
  const windowSummary = t.lugares.length ? choose(x, c) : null
  if (windowSummary) findMudos(x, c.celdas)
  const heard = windowSummary !== null && now - ventana.hasta <= P.fueraMaxS
  const verdad = t.lugares.indexOf(place)
  const conocido = heard && verdad >= 0
  let nats = 0
  let ln: number[] = []
  if (heard) {
    weighPlaces(balanza, t, ventana)
    ln = [...balanza.certeza.subarray(0, t.lugares.length)]
    if (conocido) nats = Math.max(...balanza.ln.subarray(0, ln.length)) - (balanza.ln[verdad] as number)
  }
  const cambia = c.lugar !== place || c.modo === 'fuera'
  if (cambia) c.desde = heard ? Math.max(ventana.desde, c.corte) : now
  c.lugar = place
  if (c.modo === 'fuera') c.modo = 'quieto'
  c.decidido = c.confirmado = true
  c.rival = c.pesado = null
  const orden = conocido ? rank(t.lugares, ln, verdad, t.exponente) : [{ lugar: place, p: 1 }]
  return {
    nats,
    caso: conocido ? { ln, verdad } : null,
    muestra: heard && !windowSummary.mueve ? sampleOf(ventana, l.ids.length) : null,
    cambio: cambia && windowSummary ? { causa: 'confirmacion', traza: traceOf(x, orden, now) } : null,
  }
}
