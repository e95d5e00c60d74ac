import type { Belief, Weighing } from './belief'
import { rank } from './certeza'
import type { Setting } from './context'
import type { WindowSummary } from './elegir'
import { isMuerto } from './lectores'
import { PARAMETERS as P } from './parameters'

/**
 * Whether a reader of the reported place has died since the tag was reported there; if the tag was carried after that, since its new spot.
 */
function isMermado(x: Setting, c: Belief, place: number, now: number): boolean {
  const { tabla: t, lectores: l } = x
  if (place < 0) return false
  const desde = c.corte - c.corteAnterior < P.ventanaMoviendoS ? Math.max(c.desde, c.corte) : c.desde
  for (const r of t.lectoresOf[place] as readonly number[])
    if ((l.frontera[r] as number) >= desde && isMuerto(l, r, now)) return true
  return false
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
  Math.min(P.bonoQuedaMax, Math.max(0, P.bonoQueda * Math.log((1 + c.quedas) / (1 + c.idas))))

/** Nats by which another place must be ahead. */
function bonusOf(x: Setting, c: Belief, e: WindowSummary, current: number, last: number): number {
  const { anuncios } = x.motor.ventana
  const { dice, mueve } = e
  let bono = (mueve ? P.bonoMoviendo : P.bono) + P.bonoPocos / anuncios
  if (dice && !mueve) bono *= P.bonoDice
  else if (!dice) bono += stayingOf(c)
  if (c.confirmado) bono += P.bonoCierto
  // One advert of movement may be a bump.
  if ((!mueve || anuncios === 1) && isMermado(x, c, current, last)) bono += P.bonoCierto
  return bono
}

/** The place to report, by its number in the table. It changes only if another place is well ahead, and stays so. */
function reportedOf(x: Setting, c: Belief, e: WindowSummary, last: number): number {
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
    (ventaja <= P.salto || Math.min(ventana.anuncios, 1 + ventana.hasta - ventana.desde) < P.anunciosSalto) &&
    e.intervalo <= P.seguidoS &&
    last - c.rival.desde < P.sostenS
  if (espera) return current
  c.rival = null
  return mejor
}

/**
 * Decide which place to report, by the evidence that was weighed last, and note that weighing.
 * @param last second of the newest hearing
 */
export function decide(x: Setting, c: Belief, e: WindowSummary, last: number): Weighing {
  const { tabla: t } = x
  const { ln, certeza } = x.motor.balanza
  const reported = reportedOf(x, c, e, last)
  const orden = rank(t.lugares, certeza, reported, t.exponente)
  const second = orden[1] ? t.lugares.indexOf(orden[1].lugar) : reported
  const lejos = (ln[second] as number) > (ln[reported] as number)
  c.pesado = { hasta: last, mirar: last, tabla: t, corte: c.corte, orden, lejos }
  return c.pesado
}
