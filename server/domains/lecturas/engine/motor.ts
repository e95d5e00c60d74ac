import type { Belief, Modo } from './belief'
import { type Opcion, rank } from './certeza'
import { choose, findSilencios, type WindowSummary } from './elegir'
import { isMuerto, type Lectores, noteVivo } from './lectores'
import { weighPlaces } from './log-likelihood'
import type { EmissionModel } from './model/emission-model'
import { type Sample, sampleOf } from './model/sample'
import { PARAMETERS as P } from './parameters'
import {
  countAll,
  dropAfter,
  intervalOf,
  isQuieta,
  newest,
  noteWalkObservation,
  restSince,
} from './time-bins'
import { type Trace, traceOf } from './trace'
import { createWindow } from './window'

/** Why something else is told than before. */
export type Causa = 'movimiento' | 'evidencia' | 'confirmacion' | 'salida'

/** What is to be told of a tag now. */
export type Estimate = {
  /** Where it is, or was last where it is gone. */
  lugar: number
  modo: Modo
  /** Certainty of `lugar`, 0 to 1, and up to three places, the one told first. */
  p: number
  orden: Opcion[]
  /** Since when it is there, in seconds of Unix time, and whether that has lasted long enough to be a stay. */
  desde: number
  firme: boolean
  /** The tag tells of its movement; another place is likelier, but not told yet. */
  dice: boolean
  lejos: boolean
  /** Every reader of the place is dead: it was there last. */
  sinLector: boolean
  /** What changed with this evaluation, and why; null: nothing. */
  cambio: { causa: Causa; traza: Trace } | null
  /** A rest that has lasted, once: for the tables to learn from where it leaves no doubt. */
  muestra: Sample | null
}

const ventana = createWindow()

/** Levels that a radio can tell, dBm. */
const isLevel = (n: number | null): n is number => n !== null && n >= -127 && n < 20 && n !== 0

/**
 * Note that a reader heard a tag. What it means is asked by `evaluate`, a second or more later, when the others that heard the same
 * advert have told of it too.
 * @param lector number of the reader (`numberOf`)
 * @param tag any number of the tag
 * @param s when it was heard, whole seconds; what lies more than an hour behind the newest is left out
 * @param nivel dBm; null, or one that cannot be: it was heard
 * @param mueve what the tag says of its own movement; undefined: nothing
 */
export function observe(
  c: Belief,
  l: Lectores,
  lector: number,
  tag: number,
  s: number,
  level: number | null,
  mueve?: boolean,
): void {
  noteVivo(l, lector, tag, s)
  noteWalkObservation(c.celdas, s, lector, isLevel(level) ? level : null, mueve, c.corte)
  if (mueve && c.pesado) c.pesado.mirar = 0
}

/** Seconds without any hearing after which a tag with this interval is told gone. */
export const fueraTras = (intervalo: number) =>
  Math.min(P.fueraMaxS, Math.max(P.fueraMinS, P.fueraIntervalos * intervalo))

/** Whether a tag was not heard for so long that it is to be told gone: `evaluate` says so then. For a look at all tags each minute. */
export function isDue(c: Belief, now: number): boolean {
  const last = newest(c.celdas)
  if (last === null || c.modo === 'fuera' || now - last <= P.fueraMinS) return false
  return now - last > fueraTras(intervalOf(c.celdas, countAll(c.celdas)))
}

/**
 * What is to be told of a tag at second `ahora`. Call it once some seconds after new hearings, and where `isDue`. Null: nothing was heard of it yet, or no place is known.
 */
export function evaluate(c: Belief, t: EmissionModel, l: Lectores, now: number): Estimate | null {
  dropAfter(c.celdas, now + P.adelantoS)
  if (isMirado(c, t, now)) return tellAgain(c, t, l, now)
  const windowSummary = t.lugares.length ? choose(ventana, c, l) : null
  if (!windowSummary) return null
  const { dice, mueve, intervalo } = windowSummary
  const last = newest(c.celdas) as number
  const { lugar: before, modo: modoBefore } = c
  const orden = isPesado(c, t, windowSummary, last)
    ? c.pesado.orden
    : weighAndDecide(c, t, l, windowSummary, last)
  if (c.pesado && intervalo > P.seguidoS)
    c.pesado.mirar = last + Math.min(P.mirarS, P.mirarIntervalos * intervalo)
  const first = orden[0] as Opcion
  c.lugar = first.lugar
  c.modo = now - last > fueraTras(intervalo) ? 'fuera' : mueve ? 'moviendo' : 'quieto'
  if (c.lugar !== before || (modoBefore === 'fuera' && c.modo !== 'fuera'))
    // By its own word it stood there all the time, however little of that the window holds.
    c.desde = dice && !mueve ? Math.min(ventana.desde, restSince(c.celdas, c.corte)) : ventana.desde
  const causa = causaOf(c, before, modoBefore)
  if (causa) findSilencios(ventana, c, l)
  return {
    lugar: c.lugar,
    modo: c.modo,
    p: first.p,
    orden,
    desde: c.desde,
    firme: c.modo === 'quieto' && last - c.desde >= P.firmeS,
    dice,
    lejos: c.pesado?.lejos === true,
    sinLector: isSinLector(t, l, t.lugares.indexOf(c.lugar), now),
    cambio: causa && { causa, traza: traceOf(t, l, ventana, orden, now) },
    muestra: mueve ? null : restOf(c, l),
  }
}

/**
 * Whether a tag that says that it stands still was looked at so lately that it is not worth doing again: what would tell of a way that nobody heard are several
 * adverts.
 */
function isMirado(c: Belief, t: EmissionModel, now: number): c is Pesada {
  if (!c.ensenado || c.modo !== 'quieto' || !isVigente(c, t) || c.pesado.tabla !== t) return false
  const last = newest(c.celdas)
  if (last === null || last < c.pesado.hasta || last >= c.pesado.mirar) return false
  return now - last <= P.fueraMinS && isQuieta(c.celdas)
}

/** The same as last time, of a tag that goes on resting. */
function tellAgain(c: Pesada, t: EmissionModel, l: Lectores, now: number): Estimate {
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
    sinLector: isSinLector(t, l, t.lugares.indexOf(place), now),
    cambio: null,
    muestra: null,
  }
}

type Pesada = Belief & { pesado: NonNullable<Belief['pesado']> }

/**
 * Whether the evidence was weighed so lately that it is not worth doing again: means over a long rest change slowly. Not where the tag may
 * be elsewhere.
 */
function isPesado(c: Belief, t: EmissionModel, e: WindowSummary, last: number): c is Pesada {
  if (e.mueve || e.llevado || !isVigente(c, t)) return false
  const { hasta } = c.pesado
  return last >= hasta && last - hasta < (last - ventana.desde) * P.parteNueva
}

/** What was weighed last is of this table and spot, was decided there, and is told still. */
function isVigente(c: Belief, t: EmissionModel): c is Pesada {
  const { pesado } = c
  if (!pesado || c.rival || !c.decidido) return false
  return (pesado.tabla ?? t) === t && pesado.corte === c.corte && pesado.orden[0]?.lugar === c.lugar
}

function weighAndDecide(c: Belief, t: EmissionModel, l: Lectores, e: WindowSummary, last: number): Opcion[] {
  findSilencios(ventana, c, l)
  const ln = weighPlaces(t, ventana, e.mueve)
  const reported = decide(c, t, l, ln, e, last)
  const orden = rank(t.lugares, ln, reported, t.exponente)
  const second = orden[1] ? t.lugares.indexOf(orden[1].lugar) : reported
  const lejos = (ln[second] as number) > (ln[reported] as number)
  c.pesado = { hasta: last, mirar: last, tabla: t, corte: c.corte, orden, lejos }
  return orden
}

/** The place to tell, by its number in the table: another than before only where it is well ahead, and stays so. */
function decide(
  c: Belief,
  t: EmissionModel,
  l: Lectores,
  ln: Float64Array,
  { dice, mueve, llevado, intervalo }: WindowSummary,
  last: number,
): number {
  let mejor = 0
  for (let z = 1; z < t.lugares.length; z++) if ((ln[z] as number) > (ln[mejor] as number)) mejor = z
  const current = c.lugar === null ? -1 : t.lugares.indexOf(c.lugar)
  let bono =
    (mueve ? P.bonoMoviendo : c.decidido ? P.bonoMismo : P.bonoNuevo) + P.bonoPocos / ventana.anuncios
  if (dice && !mueve) bono *= P.bonoDice
  if (c.confirmado) bono += P.bonoConfirmado
  if ((!mueve || isSuelta(c, last)) && isMermado(c, t, l, current, last)) bono += P.bonoMuerto
  if (ventana.anuncios >= P.anunciosDecidido) c.decidido = true
  const ventaja = current < 0 ? Number.POSITIVE_INFINITY : (ln[mejor] as number) - (ln[current] as number)
  if (ventaja <= bono) {
    c.rival = null
    return current
  }
  const place = t.lugares[mejor] as number
  if (c.rival?.lugar !== place) c.rival = { lugar: place, desde: last }
  const espera =
    current >= 0 &&
    (ventaja <= (llevado ? P.saltoLlevado : P.salto) ||
      Math.min(ventana.anuncios, 1 + ventana.hasta - ventana.desde) < P.anunciosSalto) &&
    intervalo <= P.seguidoS &&
    last - c.rival.desde < P.sostenS
  if (espera) return current
  c.rival = null
  return mejor
}

/** What this spot teaches, once it has lasted. */
function restOf(c: Belief, l: Lectores): Sample | null {
  const dura = ventana.hasta - ventana.desde
  if (c.ensenado || dura < P.ensenaS || ventana.anuncios < P.ensenaAnuncios) return null
  c.ensenado = true
  findSilencios(ventana, c, l)
  return sampleOf(ventana, l.ids.length)
}

function causaOf(c: Belief, before: number | null, modo: Modo): Causa | null {
  if (c.modo === 'fuera') return modo === 'fuera' ? null : 'salida'
  if (c.lugar === before && modo !== 'fuera') return null
  return c.modo === 'moviendo' || modo === 'moviendo' ? 'movimiento' : 'evidencia'
}

/** A place has readers of its own, and all of them are dead. */
function isSinLector(t: EmissionModel, l: Lectores, place: number, now: number): boolean {
  const suyos = t.lectoresOf[place] as readonly number[]
  for (const r of suyos) if (!isMuerto(l, r, now)) return false
  return suyos.length > 0
}

/** The first word of movement after a rest: a bump, maybe. */
const isSuelta = (c: Belief, last: number) => ventana.anuncios === 1 && last - c.corteAnterior >= P.llevadoS

/** A reader of the place told has died since the tag was told there; not where it was on a way after that. */
function isMermado(c: Belief, t: EmissionModel, l: Lectores, place: number, now: number): boolean {
  if (place < 0) return false
  const desde = c.corte - c.corteAnterior < P.llevadoS ? Math.max(c.desde, c.corte) : c.desde
  for (const r of t.lectoresOf[place] as readonly number[])
    if ((l.frontera[r] as number) >= desde && isMuerto(l, r, now)) return true
  return false
}

/** What a person says of where a tag is, against what was thought. */
export type Confirmacion = {
  /** How much less likely the place was than the best one, in nats: from 8 on it should be asked back. */
  nats: number
  /** Ln odds of all places then and the true one, to fit the certainty by; null: nothing was heard of the tag lately. */
  caso: { ln: number[]; verdad: number } | null
  /** The rest around it: one sample of the place. */
  muestra: Sample | null
  cambio: { causa: Causa; traza: Trace } | null
}

/**
 * A person says that the tag is at `lugar` now: that is told until it moves or the evidence against it is strong.
 * @param ahora second of Unix time
 */
export function confirm(c: Belief, t: EmissionModel, l: Lectores, place: number, now: number): Confirmacion {
  const windowSummary = t.lugares.length ? choose(ventana, c, l) : null
  if (windowSummary) findSilencios(ventana, c, l)
  const walkObservation = windowSummary !== null && now - ventana.hasta <= P.fueraMaxS
  const verdad = t.lugares.indexOf(place)
  const ln = walkObservation ? [...weighPlaces(t, ventana).subarray(0, t.lugares.length)] : []
  const cambia = c.lugar !== place || c.modo === 'fuera'
  if (cambia) c.desde = walkObservation ? Math.max(ventana.desde, c.corte) : now
  c.lugar = place
  if (c.modo === 'fuera') c.modo = 'quieto'
  c.decidido = c.confirmado = true
  c.rival = c.pesado = null
  const conocido = walkObservation && verdad >= 0
  const orden = conocido ? rank(t.lugares, ln, verdad, t.exponente) : [{ lugar: place, p: 1 }]
  return {
    nats: conocido ? Math.max(...ln) - (ln[verdad] as number) : 0,
    caso: conocido ? { ln, verdad } : null,
    muestra: walkObservation && !windowSummary.mueve ? sampleOf(ventana, l.ids.length) : null,
    cambio:
      cambia && windowSummary ? { causa: 'confirmacion', traza: traceOf(t, l, ventana, orden, now) } : null,
  }
}
