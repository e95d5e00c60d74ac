import type { Belief, Modo } from './belief'
import { type Opcion, rank } from './certeza'
import type { Heard, Listening } from './context'
import { choose, type WindowSummary } from './elegir'
import { isMuerto, noteVivo } from './lectores'
import { weighPlaces } from './log-likelihood'
import type { EmissionModel } from './model/emission-model'
import { type Sample, sampleOf } from './model/sample'
import { PARAMETERS as P } from './parameters'
import type { Setting } from './setting'
import { findMudos } from './silences'
import { countAll, dropAfter, intervalOf, isQuieta, newest, noteHearing, restSince } from './time-bins'
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

/** Levels that a radio can report, dBm. */
const isLevel = (n: number | null): n is number => n !== null && n >= -127 && n < 20 && n !== 0

/**
 * Note that a reader heard a tag. `evaluate` judges it a second or more later, when the other readers have reported the same advert too. A
 * hearing more than an hour older than the newest one is left out.
 * @param o an impossible level counts as none; the caller may use the object again
 */
export function observe(x: Listening, c: Belief, o: Heard): void {
  noteVivo(x.lectores, o.lector, o.tag, o.s)
  if (!isLevel(o.nivel)) o.nivel = null
  noteHearing(c.celdas, o, x.motor.copia, c.corte)
  if (o.mueve && c.pesado) c.pesado.mirar = 0
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
  if (isMirado(c, t, now)) return tellAgain(x, c, now)
  const windowSummary = t.lugares.length ? choose(x, c) : null
  if (!windowSummary) return null
  const { dice, mueve, intervalo } = windowSummary
  const last = newest(c.celdas) as number
  const { lugar: before, modo: modoBefore } = c
  const orden = isPesado(x, c, windowSummary, last)
    ? c.pesado.orden
    : weighAndDecide(x, c, windowSummary, last)
  if (c.pesado && intervalo > P.seguidoS)
    c.pesado.mirar = last + Math.min(P.mirarS, P.mirarIntervalos * intervalo)
  const first = orden[0] as Opcion
  c.lugar = first.lugar
  c.modo = now - last > fueraTras(intervalo) ? 'fuera' : mueve ? 'moviendo' : 'quieto'
  if (c.lugar !== before || (modoBefore === 'fuera' && c.modo !== 'fuera'))
    // By its own report the tag stood there all the time, even if the window reaches back less.
    c.desde = dice && !mueve ? Math.min(ventana.desde, restSince(c.celdas, c.corte)) : ventana.desde
  const causa = causaOf(c, before, modoBefore)
  if (causa) findMudos(x, c.celdas)
  return {
    lugar: c.lugar,
    modo: c.modo,
    p: first.p,
    orden,
    desde: c.desde,
    firme: c.modo === 'quieto' && last - c.desde >= P.firmeS,
    dice,
    lejos: c.pesado?.lejos === true,
    sinLector: isSinLector(x, t.lugares.indexOf(c.lugar), now),
    cambio: causa && { causa, traza: traceOf(x, orden, now) },
    muestra: mueve ? null : restOf(x, c),
  }
}

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
function tellAgain(x: Setting, c: Pesada, now: number): Estimate {
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
    sinLector: isSinLector(x, x.tabla.lugares.indexOf(place), now),
    cambio: null,
    muestra: null,
  }
}

type Pesada = Belief & { pesado: NonNullable<Belief['pesado']> }

/**
 * Whether the evidence was weighed so recently that it is not worth doing again: means over a long rest change slowly. Never if the tag may
 * be elsewhere.
 */
function isPesado(x: Setting, c: Belief, e: WindowSummary, last: number): c is Pesada {
  if (e.mueve || e.llevado || !isVigente(c, x.tabla)) return false
  const { hasta } = c.pesado
  return last >= hasta && last - hasta < (last - x.motor.ventana.desde) * P.parteNueva
}

/** Whether the last weighing still holds: by this table, at this spot, decided there, and its place still reported. */
function isVigente(c: Belief, t: EmissionModel): c is Pesada {
  const { pesado } = c
  if (!pesado || c.rival || !c.decidido) return false
  return (pesado.tabla ?? t) === t && pesado.corte === c.corte && pesado.orden[0]?.lugar === c.lugar
}

function weighAndDecide(x: Setting, c: Belief, e: WindowSummary, last: number): Opcion[] {
  const { tabla: t } = x
  const { balanza, ventana } = x.motor
  findMudos(x, c.celdas)
  weighPlaces(balanza, t, ventana, e.mueve)
  const { ln, certeza } = balanza
  const reported = decide(x, c, e, last)
  const orden = rank(t.lugares, certeza, reported, t.exponente)
  const second = orden[1] ? t.lugares.indexOf(orden[1].lugar) : reported
  const lejos = (ln[second] as number) > (ln[reported] as number)
  c.pesado = { hasta: last, mirar: last, tabla: t, corte: c.corte, orden, lejos }
  return orden
}

/** The likeliest place, and how far it is ahead of the next one, in nats. */
function findBest(ln: Float64Array, places: number): [best: number, ahead: number] {
  let best = 0
  let second = Number.NEGATIVE_INFINITY
  for (let z = 1; z < places; z++) {
    if ((ln[z] as number) > (ln[best] as number)) {
      second = ln[best] as number
      best = z
    } else second = Math.max(second, ln[z] as number)
  }
  return [best, (ln[best] as number) - second]
}

const MAX_SPOTS = 63

/** Once a new spot is reported without doubt, count whether it is of the same place as the spot before, or of another one. */
function learnStaying(c: Belief, place: number, ahead: number): void {
  if (ahead < P.sinDuda) return
  if (c.aqui !== null) {
    if (c.aqui === place) c.quedas++
    else c.idas++
    if (c.quedas > MAX_SPOTS || c.idas > MAX_SPOTS) {
      c.quedas >>= 1
      c.idas >>= 1
    }
  }
  c.aqui = place
}

/** Additional nats against another place at a new spot, for a tag whose spots have mostly been of one place. */
const stayingOf = (c: Belief) =>
  Math.min(
    P.bonoQuedaMax,
    Math.max(0, P.bonoQueda * Math.log((P.previaQueda + c.quedas) / (P.previaQueda + c.idas))),
  )

/** Nats by which another place must be ahead. */
function bonusOf(x: Setting, c: Belief, e: WindowSummary, current: number, last: number): number {
  const { anuncios } = x.motor.ventana
  const { dice, mueve } = e
  let bono = (mueve ? P.bonoMoviendo : c.decidido ? P.bonoMismo : P.bonoNuevo) + P.bonoPocos / anuncios
  if (dice && !mueve) bono *= P.bonoDice
  else if (!dice) bono += stayingOf(c)
  if (c.confirmado) bono += P.bonoConfirmado
  const suelta = anuncios === 1 && last - c.corteAnterior >= P.llevadoS
  if ((!mueve || suelta) && isMermado(x, c, current, last)) bono += P.bonoMuerto
  return bono
}

/** The place to report, by its number in the table. It changes only if another place is well ahead, and stays so. */
function decide(x: Setting, c: Belief, e: WindowSummary, last: number): number {
  const { tabla: t } = x
  const { ventana, balanza } = x.motor
  const { ln } = balanza
  const [mejor, ahead] = findBest(ln, t.lugares.length)
  const place = t.lugares[mejor] as number
  const current = c.lugar === null ? -1 : t.lugares.indexOf(c.lugar)
  const bono = bonusOf(x, c, e, current, last)
  if (ventana.anuncios >= P.anunciosDecidido) {
    if (!c.decidido && !e.dice) learnStaying(c, place, ahead)
    c.decidido = true
  }
  const ventaja = current < 0 ? Number.POSITIVE_INFINITY : (ln[mejor] as number) - (ln[current] as number)
  if (ventaja <= bono) {
    c.rival = null
    return current
  }
  if (c.rival?.lugar !== place) c.rival = { lugar: place, desde: last }
  const espera =
    current >= 0 &&
    (ventaja <= (e.llevado ? P.saltoLlevado : P.salto) ||
      Math.min(ventana.anuncios, 1 + ventana.hasta - ventana.desde) < P.anunciosSalto) &&
    e.intervalo <= P.seguidoS &&
    last - c.rival.desde < P.sostenS
  if (espera) return current
  c.rival = null
  return mejor
}

/** The sample that this spot gives, once the rest has lasted; null: none. */
function restOf(x: Setting, c: Belief): Sample | null {
  const { ventana } = x.motor
  const dura = ventana.hasta - ventana.desde
  if (c.ensenado || dura < P.ensenaS || ventana.anuncios < P.ensenaAnuncios) return null
  c.ensenado = true
  findMudos(x, c.celdas)
  return sampleOf(ventana, x.lectores.ids.length)
}

function causaOf(c: Belief, before: number | null, modo: Modo): Causa | null {
  if (c.modo === 'fuera') return modo === 'fuera' ? null : 'salida'
  if (c.lugar === before && modo !== 'fuera') return null
  return c.modo === 'moviendo' || modo === 'moviendo' ? 'movimiento' : 'evidencia'
}

/** Whether the place has readers of its own, and all of them are dead. */
function isSinLector(x: Setting, place: number, now: number): boolean {
  const suyos = x.tabla.lectoresOf[place] as readonly number[]
  for (const r of suyos) if (!isMuerto(x.lectores, r, now)) return false
  return suyos.length > 0
}

/**
 * Whether a reader of the reported place has died since the tag was reported there; if the tag was carried after that, since its new spot.
 */
function isMermado(x: Setting, c: Belief, place: number, now: number): boolean {
  const { tabla: t, lectores: l } = x
  if (place < 0) return false
  const desde = c.corte - c.corteAnterior < P.llevadoS ? Math.max(c.desde, c.corte) : c.desde
  for (const r of t.lectoresOf[place] as readonly number[])
    if ((l.frontera[r] as number) >= desde && isMuerto(l, r, now)) return true
  return false
}

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
  const walkObservation = windowSummary !== null && now - ventana.hasta <= P.fueraMaxS
  const verdad = t.lugares.indexOf(place)
  const conocido = walkObservation && verdad >= 0
  let nats = 0
  let ln: number[] = []
  if (walkObservation) {
    weighPlaces(balanza, t, ventana)
    ln = [...balanza.certeza.subarray(0, t.lugares.length)]
    if (conocido) nats = Math.max(...balanza.ln.subarray(0, ln.length)) - (balanza.ln[verdad] as number)
  }
  const cambia = c.lugar !== place || c.modo === 'fuera'
  if (cambia) c.desde = walkObservation ? Math.max(ventana.desde, c.corte) : now
  c.lugar = place
  if (c.modo === 'fuera') c.modo = 'quieto'
  c.decidido = c.confirmado = true
  c.rival = c.pesado = null
  const orden = conocido ? rank(t.lugares, ln, verdad, t.exponente) : [{ lugar: place, p: 1 }]
  return {
    nats,
    caso: conocido ? { ln, verdad } : null,
    muestra: walkObservation && !windowSummary.mueve ? sampleOf(ventana, l.ids.length) : null,
    cambio: cambia && windowSummary ? { causa: 'confirmacion', traza: traceOf(x, orden, now) } : null,
  }
}
