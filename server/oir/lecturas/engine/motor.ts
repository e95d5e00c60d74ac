import type { Belief, Modo, Weighing } from './belief'
import type { Opcion } from './certeza'
import type { Setting } from './context'
import { decide } from './decision'
import { choose, type WindowSummary } from './elegir'
import { areSilent } from './lectores'
import { weighPlaces } from './log-likelihood'
import type { EmissionModel } from './model/emission-model'
import { type Sample, sampleOf } from './model/sample'
import { PARAMETERS as P } from './parameters'
import { findMudos } from './silences'
import { countAll, dropAfter, intervalOf, isQuieta, newest, restSince } from './time-bins'
import { type Trace, traceOf } from './trace'

/** Why the reported place or mode changed. */
export type Causa = 'movimiento' | 'evidencia' | 'confirmacion' | 'salida'

/** What is to be reported for a tag now. */
export type Estimate = {
  /** Place of the tag, or its last place if it is gone. */
  lugar: number
  modo: Modo
  /** Certainty of `lugar`, 0 to 1. */
  p: number
  /** Up to three places with their certainty, the reported one first. */
  orden: Opcion[]
  /** Second since which the tag is there. */
  desde: number
  /** It has rested there long enough for a stay. */
  firme: boolean
  /** The tag reports its movement. */
  dice: boolean
  /** Another place is likelier, but not reported yet. */
  lejos: boolean
  /** Every reader of the place is dead: the tag was last there. */
  sinLector: boolean
  /** What this evaluation changed, and why; null: nothing. */
  cambio: { causa: Causa; traza: Trace } | null
  /** A rest that has lasted, given once: tables learn from it if it leaves no doubt. */
  muestra: Sample | null
}

/** Seconds without any hearing after which a tag with this interval is reported gone. */
export const fueraTras = (intervalo: number) =>
  Math.min(P.fueraMaxS, Math.max(P.fueraMinS, P.fueraIntervalos * intervalo))

/** Whether a tag was silent for so long that it is to be reported gone, which `evaluate` then does. For a check of all tags each minute. */
export function isDue(c: Belief, now: number): boolean {
  const last = newest(c.celdas)
  if (last === null || c.modo === 'fuera' || now - last <= P.fueraMinS) return false
  return now - last > fueraTras(intervalOf(c.celdas, countAll(c.celdas)))
}

/**
 * What to report for a tag at second `now`. Call it some seconds after new hearings, and if `isDue`. Null: the tag was never heard, or no
 * place is known.
 */
export function evaluate(x: Setting, c: Belief, now: number): Estimate | null {
  const { tabla: t } = x
  const { ventana } = x.motor
  dropAfter(c.celdas, now + P.adelantoS)
  if (isMirado(c, t, now)) return estimateAgain(x, c, now)
  const windowSummary = t.lugares.length ? choose(x, c) : null
  if (!windowSummary) return null
  const { dice, mueve, intervalo } = windowSummary
  const last = newest(c.celdas) as number
  const { lugar: before, modo: modoBefore } = c
  const pesado = weighedLately(x, c, windowSummary, last) ?? weigh(x, c, windowSummary, last)
  const { orden } = pesado
  if (intervalo > P.seguidoS) pesado.mirar = last + P.mirarS
  const first = orden[0] as Opcion
  c.lugar = first.lugar
  c.modo = now - last > fueraTras(intervalo) ? 'fuera' : mueve ? 'moviendo' : 'quieto'
  if (c.lugar !== before || (modoBefore === 'fuera' && c.modo !== 'fuera'))
    // By its own report the tag stood there all the time, even if the window reaches back less.
    c.desde = dice && !mueve ? Math.min(ventana.desde, restSince(c.celdas, c.corte)) : ventana.desde
  const causa = causaOf(c, before, modoBefore)
  const dura = ventana.hasta - ventana.desde
  const teaches = !mueve && !c.ensenado && dura >= P.ensenaS && ventana.anuncios >= P.anunciosDecidido
  if (teaches) c.ensenado = true
  // The trace and the sample both say which readers could not report.
  if (causa || teaches) findMudos(x, c.celdas)
  return {
    lugar: c.lugar,
    modo: c.modo,
    p: first.p,
    orden,
    desde: c.desde,
    firme: c.modo === 'quieto' && last - c.desde >= P.firmeS,
    dice,
    lejos: pesado.lejos,
    sinLector: areSilent(x.lectores, lectoresOf(t, c.lugar), now),
    cambio: causa && { causa, traza: traceOf(x, orden, now) },
    muestra: teaches ? sampleOf(ventana, x.lectores.ids.length) : null,
  }
}

/** The readers of a place of the table. */
const lectoresOf = (t: EmissionModel, place: number) =>
  t.lectoresOf[t.lugares.indexOf(place)] as readonly number[]

/**
 * Whether a tag that reports no movement was evaluated so recently that it is not worth doing again. Only several new adverts could show a
 * move that no reader heard.
 */
function isMirado(c: Belief, t: EmissionModel, now: number): c is Pesada {
  if (!c.ensenado || c.modo !== 'quieto' || !isVigente(c, t) || c.pesado.tabla !== t) return false
  const last = newest(c.celdas)
  if (last === null || last < c.pesado.hasta || last >= c.pesado.mirar) return false
  return now - last <= P.fueraMinS && isQuieta(c.celdas)
}

/** Repeat the last estimate, for a tag that still rests. */
function estimateAgain(x: Setting, c: Pesada, now: number): Estimate {
  const { orden, lejos } = c.pesado
  const { lugar: place, p } = orden[0] as Opcion
  return {
    lugar: place,
    modo: 'quieto',
    p,
    orden,
    desde: c.desde,
    firme: (newest(c.celdas) as number) - c.desde >= P.firmeS,
    dice: true,
    lejos,
    sinLector: areSilent(x.lectores, lectoresOf(x.tabla, place), now),
    cambio: null,
    muestra: null,
  }
}

type Pesada = Belief & { pesado: Weighing }

/**
 * The last weighing, if it is so recent that it is not worth doing again: means over a long rest change slowly. Never if the tag may be
 * elsewhere.
 */
function weighedLately(x: Setting, c: Belief, e: WindowSummary, last: number): Weighing | null {
  if (e.mueve || !isVigente(c, x.tabla)) return null
  const { hasta } = c.pesado
  return last >= hasta && last - hasta < (last - x.motor.ventana.desde) * P.parteNueva ? c.pesado : null
}

/** Weigh what the window holds, and decide by it. */
function weigh(x: Setting, c: Belief, e: WindowSummary, last: number): Weighing {
  findMudos(x, c.celdas)
  weighPlaces(x.motor.balanza, x.tabla, x.motor.ventana)
  return decide(x, c, e, last)
}

/** Whether the last weighing was made by this table, or by another process where all its places are still of the plant. */
const isOfTable = ({ tabla, orden }: Weighing, t: EmissionModel) =>
  tabla === null ? orden.every((o) => t.lugares.includes(o.lugar)) : tabla === t

/** Whether the last weighing still holds: by this table, at this spot, decided there, and its place still reported. */
function isVigente(c: Belief, t: EmissionModel): c is Pesada {
  const { pesado } = c
  if (!pesado || c.rival || !c.decidido) return false
  return pesado.corte === c.corte && pesado.orden[0]?.lugar === c.lugar && isOfTable(pesado, t)
}

function causaOf(c: Belief, before: number | null, modo: Modo): Causa | null {
  if (c.modo === 'fuera') return modo === 'fuera' ? null : 'salida'
  if (c.lugar === before && modo !== 'fuera') return null
  return c.modo === 'moviendo' || modo === 'moviendo' ? 'movimiento' : 'evidencia'
}
