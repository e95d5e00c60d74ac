import { countTodos, dropAfter, intervaloDe, isQuieta, newest, noteOido, restSince } from './celdas'
import { type Opcion, rank } from './certeza'
import type { Creencia, Modo } from './creencia'
import { choose, type Elegido, findSilencios } from './elegir'
import { weighLugares } from './evidencia'
import { isMuerto, type Lectores, noteVivo } from './lectores'
import { type Muestra, muestraDe } from './muestra'
import { PARAMETROS as P } from './parametros'
import type { Tabla } from './tabla'
import { type Traza, traceOf } from './traza'
import { createVentana } from './ventana'

/** Why something else is told than before. */
export type Causa = 'movimiento' | 'evidencia' | 'confirmacion' | 'salida'

/** What is to be told of a tag now. */
export type Juicio = {
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
  cambio: { causa: Causa; traza: Traza } | null
  /** A rest that has lasted, once: for the tables to learn from where it leaves no doubt. */
  muestra: Muestra | null
}

const ventana = createVentana()

/** Levels that a radio can tell, dBm. */
const isNivel = (n: number | null): n is number => n !== null && n >= -127 && n < 20 && n !== 0

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
  c: Creencia,
  l: Lectores,
  lector: number,
  tag: number,
  s: number,
  nivel: number | null,
  mueve?: boolean,
): void {
  noteVivo(l, lector, tag, s)
  noteOido(c.celdas, s, lector, isNivel(nivel) ? nivel : null, mueve, c.corte)
  if (mueve && c.pesado) c.pesado.mirar = 0
}

/** Seconds without any hearing after which a tag with this interval is told gone. */
export const fueraTras = (intervalo: number) =>
  Math.min(P.fueraMaxS, Math.max(P.fueraMinS, P.fueraIntervalos * intervalo))

/** Whether a tag was not heard for so long that it is to be told gone: `evaluate` says so then. For a look at all tags each minute. */
export function isDue(c: Creencia, ahora: number): boolean {
  const ultimo = newest(c.celdas)
  if (ultimo === null || c.modo === 'fuera' || ahora - ultimo <= P.fueraMinS) return false
  return ahora - ultimo > fueraTras(intervaloDe(c.celdas, countTodos(c.celdas)))
}

/**
 * What is to be told of a tag at second `ahora`. Call it once some seconds after new hearings, and where `isDue`. Null: nothing was heard of it yet, or no place is known.
 */
export function evaluate(c: Creencia, t: Tabla, l: Lectores, ahora: number): Juicio | null {
  dropAfter(c.celdas, ahora + P.adelantoS)
  if (isMirado(c, t, ahora)) return tellAgain(c, t, l, ahora)
  const elegido = t.lugares.length ? choose(ventana, c, l) : null
  if (!elegido) return null
  const { dice, mueve, intervalo } = elegido
  const ultimo = newest(c.celdas) as number
  const { lugar: antes, modo: modoAntes } = c
  const orden = isPesado(c, t, elegido, ultimo) ? c.pesado.orden : weighAndDecide(c, t, l, elegido, ultimo)
  if (c.pesado && intervalo > P.seguidoS)
    c.pesado.mirar = ultimo + Math.min(P.mirarS, P.mirarIntervalos * intervalo)
  const primera = orden[0] as Opcion
  c.lugar = primera.lugar
  c.modo = ahora - ultimo > fueraTras(intervalo) ? 'fuera' : mueve ? 'moviendo' : 'quieto'
  if (c.lugar !== antes || (modoAntes === 'fuera' && c.modo !== 'fuera'))
    // By its own word it stood there all the time, however little of that the window holds.
    c.desde = dice && !mueve ? Math.min(ventana.desde, restSince(c.celdas, c.corte)) : ventana.desde
  const causa = causaDe(c, antes, modoAntes)
  if (causa) findSilencios(ventana, c, l)
  return {
    lugar: c.lugar,
    modo: c.modo,
    p: primera.p,
    orden,
    desde: c.desde,
    firme: c.modo === 'quieto' && ultimo - c.desde >= P.firmeS,
    dice,
    lejos: c.pesado?.lejos === true,
    sinLector: isSinLector(t, l, t.lugares.indexOf(c.lugar), ahora),
    cambio: causa && { causa, traza: traceOf(t, l, ventana, orden, ahora) },
    muestra: mueve ? null : restOf(c, l),
  }
}

/**
 * Whether a tag that says that it stands still was looked at so lately that it is not worth doing again: what would tell of a way that nobody heard are several
 * adverts.
 */
function isMirado(c: Creencia, t: Tabla, ahora: number): c is Pesada {
  if (!c.ensenado || c.modo !== 'quieto' || !isVigente(c, t) || c.pesado.tabla !== t) return false
  const ultimo = newest(c.celdas)
  if (ultimo === null || ultimo < c.pesado.hasta || ultimo >= c.pesado.mirar) return false
  return ahora - ultimo <= P.fueraMinS && isQuieta(c.celdas)
}

/** The same as last time, of a tag that goes on resting. */
function tellAgain(c: Pesada, t: Tabla, l: Lectores, ahora: number): Juicio {
  const { orden, lejos } = c.pesado
  const { lugar, p } = orden[0] as Opcion
  return {
    lugar,
    modo: 'quieto',
    p,
    orden,
    desde: c.desde,
    firme: (newest(c.celdas) as number) - c.desde >= P.firmeS,
    dice: true,
    lejos,
    sinLector: isSinLector(t, l, t.lugares.indexOf(lugar), ahora),
    cambio: null,
    muestra: null,
  }
}

type Pesada = Creencia & { pesado: NonNullable<Creencia['pesado']> }

/**
 * Whether the evidence was weighed so lately that it is not worth doing again: means over a long rest change slowly. Not where the tag may
 * be elsewhere.
 */
function isPesado(c: Creencia, t: Tabla, e: Elegido, ultimo: number): c is Pesada {
  if (e.mueve || e.llevado || !isVigente(c, t)) return false
  const { hasta } = c.pesado
  return ultimo >= hasta && ultimo - hasta < (ultimo - ventana.desde) * P.parteNueva
}

/** What was weighed last is of this table and spot, was decided there, and is told still. */
function isVigente(c: Creencia, t: Tabla): c is Pesada {
  const { pesado } = c
  if (!pesado || c.rival || !c.decidido) return false
  return (pesado.tabla ?? t) === t && pesado.corte === c.corte && pesado.orden[0]?.lugar === c.lugar
}

function weighAndDecide(c: Creencia, t: Tabla, l: Lectores, e: Elegido, ultimo: number): Opcion[] {
  findSilencios(ventana, c, l)
  const ln = weighLugares(t, ventana, e.mueve)
  const dicho = decide(c, t, l, ln, e, ultimo)
  const orden = rank(t.lugares, ln, dicho, t.exponente)
  const segundo = orden[1] ? t.lugares.indexOf(orden[1].lugar) : dicho
  const lejos = (ln[segundo] as number) > (ln[dicho] as number)
  c.pesado = { hasta: ultimo, mirar: ultimo, tabla: t, corte: c.corte, orden, lejos }
  return orden
}

/** The place to tell, by its number in the table: another than before only where it is well ahead, and stays so. */
function decide(
  c: Creencia,
  t: Tabla,
  l: Lectores,
  ln: Float64Array,
  { dice, mueve, llevado, intervalo }: Elegido,
  ultimo: number,
): number {
  let mejor = 0
  for (let z = 1; z < t.lugares.length; z++) if ((ln[z] as number) > (ln[mejor] as number)) mejor = z
  const actual = c.lugar === null ? -1 : t.lugares.indexOf(c.lugar)
  let bono =
    (mueve ? P.bonoMoviendo : c.decidido ? P.bonoMismo : P.bonoNuevo) + P.bonoPocos / ventana.anuncios
  if (dice && !mueve) bono *= P.bonoDice
  if (c.confirmado) bono += P.bonoConfirmado
  if ((!mueve || isSuelta(c, ultimo)) && isMermado(c, t, l, actual, ultimo)) bono += P.bonoMuerto
  if (ventana.anuncios >= P.anunciosDecidido) c.decidido = true
  const ventaja = actual < 0 ? Number.POSITIVE_INFINITY : (ln[mejor] as number) - (ln[actual] as number)
  if (ventaja <= bono) {
    c.rival = null
    return actual
  }
  const lugar = t.lugares[mejor] as number
  if (c.rival?.lugar !== lugar) c.rival = { lugar, desde: ultimo }
  const espera =
    actual >= 0 &&
    (ventaja <= (llevado ? P.saltoLlevado : P.salto) ||
      Math.min(ventana.anuncios, 1 + ventana.hasta - ventana.desde) < P.anunciosSalto) &&
    intervalo <= P.seguidoS &&
    ultimo - c.rival.desde < P.sostenS
  if (espera) return actual
  c.rival = null
  return mejor
}

/** What this spot teaches, once it has lasted. */
function restOf(c: Creencia, l: Lectores): Muestra | null {
  const dura = ventana.hasta - ventana.desde
  if (c.ensenado || dura < P.ensenaS || ventana.anuncios < P.ensenaAnuncios) return null
  c.ensenado = true
  findSilencios(ventana, c, l)
  return muestraDe(ventana, l.ids.length)
}

function causaDe(c: Creencia, antes: number | null, modo: Modo): Causa | null {
  if (c.modo === 'fuera') return modo === 'fuera' ? null : 'salida'
  if (c.lugar === antes && modo !== 'fuera') return null
  return c.modo === 'moviendo' || modo === 'moviendo' ? 'movimiento' : 'evidencia'
}

/** A place has readers of its own, and all of them are dead. */
function isSinLector(t: Tabla, l: Lectores, lugar: number, ahora: number): boolean {
  const suyos = t.lectoresDe[lugar] as readonly number[]
  for (const r of suyos) if (!isMuerto(l, r, ahora)) return false
  return suyos.length > 0
}

/** The first word of movement after a rest: a bump, maybe. */
const isSuelta = (c: Creencia, ultimo: number) =>
  ventana.anuncios === 1 && ultimo - c.corteAnterior >= P.llevadoS

/** A reader of the place told has died since the tag was told there; not where it was on a way after that. */
function isMermado(c: Creencia, t: Tabla, l: Lectores, lugar: number, ahora: number): boolean {
  if (lugar < 0) return false
  const desde = c.corte - c.corteAnterior < P.llevadoS ? Math.max(c.desde, c.corte) : c.desde
  for (const r of t.lectoresDe[lugar] as readonly number[])
    if ((l.frontera[r] as number) >= desde && isMuerto(l, r, ahora)) return true
  return false
}

/** What a person says of where a tag is, against what was thought. */
export type Confirmacion = {
  /** How much less likely the place was than the best one, in nats: from 8 on it should be asked back. */
  nats: number
  /** Ln odds of all places then and the true one, to fit the certainty by; null: nothing was heard of the tag lately. */
  caso: { ln: number[]; verdad: number } | null
  /** The rest around it: one sample of the place. */
  muestra: Muestra | null
  cambio: { causa: Causa; traza: Traza } | null
}

/**
 * A person says that the tag is at `lugar` now: that is told until it moves or the evidence against it is strong.
 * @param ahora second of Unix time
 */
export function confirm(c: Creencia, t: Tabla, l: Lectores, lugar: number, ahora: number): Confirmacion {
  const elegido = t.lugares.length ? choose(ventana, c, l) : null
  if (elegido) findSilencios(ventana, c, l)
  const oido = elegido !== null && ahora - ventana.hasta <= P.fueraMaxS
  const verdad = t.lugares.indexOf(lugar)
  const ln = oido ? [...weighLugares(t, ventana).subarray(0, t.lugares.length)] : []
  const cambia = c.lugar !== lugar || c.modo === 'fuera'
  if (cambia) c.desde = oido ? Math.max(ventana.desde, c.corte) : ahora
  c.lugar = lugar
  if (c.modo === 'fuera') c.modo = 'quieto'
  c.decidido = c.confirmado = true
  c.rival = c.pesado = null
  const conocido = oido && verdad >= 0
  const orden = conocido ? rank(t.lugares, ln, verdad, t.exponente) : [{ lugar, p: 1 }]
  return {
    nats: conocido ? Math.max(...ln) - (ln[verdad] as number) : 0,
    caso: conocido ? { ln, verdad } : null,
    muestra: oido && !elegido.mueve ? muestraDe(ventana, l.ids.length) : null,
    cambio: cambia && elegido ? { causa: 'confirmacion', traza: traceOf(t, l, ventana, orden, ahora) } : null,
  }
}
