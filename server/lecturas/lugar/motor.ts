import { afterCelda, anunciosDe, type Celdas, mueveDe, newest, noteOido, saidMovimiento } from './celdas'
import { findCorte } from './corte'
import type { Creencia, Modo } from './creencia'
import { weigh } from './evidencia'
import { isMuerto, type Lectores, noteVivo } from './lectores'
import { PARAMETROS as P } from './parametros'
import type { Tabla } from './tabla'
import { type Traza, traceOf } from './traza'
import { addCelda, clear, createVentana, findMudos } from './ventana'

/** Why something else is told than before. */
export type Causa = 'movimiento' | 'evidencia' | 'confirmacion' | 'salida'

/** What is to be told of a tag now. */
export type Juicio = {
  /** Where it is, or was last where it is gone; null: nobody can say. */
  lugar: number | null
  modo: Modo
  /** Certainty of `lugar`, 0 to 1, and the three most likely places; the one told comes first. */
  p: number
  orden: { lugar: number; p: number }[]
  /** Since when it is there, in seconds of Unix time, and whether that has lasted long enough to be a stay. */
  desde: number
  firme: boolean
  /** Every reader of the place is dead: it was there last. */
  sinLector: boolean
  /** What changed with this evaluation, and why; null: nothing. */
  cambio: { causa: Causa; traza: Traza } | null
}

const ventana = createVentana()
const sitios: number[] = []
let porEstado = new Float64Array(64)
let porLugar = new Float64Array(64)

/** Levels that a radio can tell, dBm. */
const isNivel = (n: number | null): n is number => n !== null && n >= -127 && n < 20 && n !== 0

/**
 * Note that a reader heard a tag. What it means is asked by `evaluate`, some seconds later, when the others that heard the same advert
 * have told of it too.
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
  noteOido(c.celdas, s, lector, isNivel(nivel) ? nivel : null, mueve)
}

/** Mean seconds between the adverts of a tag that were heard. */
function intervaloDe(c: Celdas): number {
  let n = 0
  let ultimo = 0
  for (let i = 0; i < c.usado; i = afterCelda(c.palabras, i)) {
    ultimo = c.palabras[i] as number
    n += anunciosDe(c.palabras[i + 1] as number)
  }
  return n > 1 ? Math.max(1, (ultimo - (c.palabras[0] as number)) / (n - 1)) : 30
}

/** Seconds after the last hearing from which on a tag is told gone. */
export const fueraTras = (c: Creencia) =>
  Math.min(P.fueraMaxS, Math.max(P.fueraMinS, P.fueraIntervalos * intervaloDe(c.celdas)))

/** Choose the cells that speak of where the tag is now, into `ventana`. @returns whether it says that it moves */
function choose(c: Creencia, l: Lectores): boolean {
  const p = c.celdas.palabras
  sitios.length = 0
  for (let i = 0; i < c.celdas.usado; i = afterCelda(p, i)) sitios.push(i)
  sitios.reverse()
  clear(ventana, l.ids.length)
  const primero = sitios[0] as number
  const ultimo = p[primero] as number
  const meta = p[primero + 1] as number
  const mueve = saidMovimiento(meta) && mueveDe(meta)
  const hueco = P.hueco * intervaloDe(c.celdas) + P.huecoS
  let previo = ultimo
  let dice = false
  for (const i of sitios) {
    const s = p[i] as number
    const suya = p[i + 1] as number
    if (ventana.celdas > 0 && s < c.corte) break
    if (previo - s > hueco || ventana.celdas >= P.celdas) break
    if (mueve ? ultimo - s > P.ventanaMoviendoS : mueveDe(suya)) break
    if (saidMovimiento(suya)) dice = true
    addCelda(ventana, c.celdas, i)
    previo = s
  }
  if (mueve) c.corte = ultimo
  if (mueve) c.decidido = false
  if (mueve || dice) return mueve
  const nuevas = findCorte(ventana, c.celdas, sitios, l.ids.length)
  if (!nuevas) return false
  c.corte = p[sitios[nuevas - 1] as number] as number
  c.decidido = false
  clear(ventana, l.ids.length)
  for (let n = 0; n < nuevas; n++) addCelda(ventana, c.celdas, sitios[n] as number)
  return false
}

/** Weigh the window: ln odds of each place of the table into `porLugar`. @returns the best one */
function weighLugares(t: Tabla): number {
  if (porEstado.length < t.estados) {
    porEstado = new Float64Array(t.estados * 2)
    porLugar = new Float64Array(t.estados * 2)
  }
  weigh(t, ventana, porEstado)
  porLugar.fill(Number.NEGATIVE_INFINITY, 0, t.lugares.length)
  for (let e = 0; e < t.estados; e++) {
    const z = t.lugarDe[e] as number
    if (z >= 0) porLugar[z] = Math.max(porLugar[z] as number, porEstado[e] as number)
  }
  let mejor = 0
  for (let z = 1; z < t.lugares.length; z++)
    if ((porLugar[z] as number) > (porLugar[mejor] as number)) mejor = z
  return mejor
}

/** Odds as probabilities, the place told first. */
function order(t: Tabla, dicho: number): { lugar: number; p: number }[] {
  const L = t.lugares.length
  let max = Number.NEGATIVE_INFINITY
  for (let z = 0; z < L; z++) max = Math.max(max, porLugar[z] as number)
  let suma = 0
  const orden = t.lugares.map((lugar, z) => {
    const p = Math.exp(P.exponente * ((porLugar[z] as number) - max))
    suma += p
    return { lugar, p }
  })
  for (const o of orden) o.p /= suma
  const suyo = orden[dicho] as { lugar: number; p: number }
  orden.sort((x, y) => y.p - x.p)
  return [suyo, ...orden.filter((o) => o !== suyo).slice(0, 2)]
}

/**
 * What is to be told of a tag at second `ahora`. Call it once some seconds after new hearings, and each minute for tags that are not
 * gone. Null: nothing was ever heard of it, or no place is known.
 */
export function evaluate(c: Creencia, t: Tabla, l: Lectores, ahora: number): Juicio | null {
  const ultimo = newest(c.celdas)
  if (ultimo === null || !t.lugares.length) return null
  const mueve = choose(c, l)
  findMudos(ventana, c.celdas, sitios, l)
  const mejor = weighLugares(t)
  const [antes, modoAntes] = [c.lugar, c.modo]
  const bono = mueve ? P.bonoMoviendo : c.decidido ? P.bonoMismo : P.bonoNuevo
  if (ventana.anuncios >= P.anunciosDecidido) c.decidido = true
  const actual = antes === null ? -1 : t.lugares.indexOf(antes)
  const cambia = actual < 0 || (porLugar[mejor] as number) - (porLugar[actual] as number) > bono
  const dicho = cambia ? mejor : actual
  c.lugar = t.lugares[dicho] as number
  c.modo = ahora - ultimo > fueraTras(c) ? 'fuera' : mueve ? 'moviendo' : 'quieto'
  if (c.lugar !== antes || modoAntes === 'fuera') c.desde = ventana.desde
  const orden = order(t, dicho)
  const causa = causaDe(c, antes, modoAntes)
  return {
    lugar: c.lugar,
    modo: c.modo,
    p: orden[0]?.p ?? 0,
    orden,
    desde: c.desde,
    firme: c.modo === 'quieto' && ultimo - c.desde >= P.firmeS,
    sinLector: isSinLector(c.lugar, t, l, ahora),
    cambio: causa && { causa, traza: traceOf(t, l, ventana, orden, ahora) },
  }
}

function causaDe(c: Creencia, antes: number | null, modo: Modo): Causa | null {
  if (c.modo === 'fuera') return modo === 'fuera' ? null : 'salida'
  if (c.lugar === antes && modo !== 'fuera') return null
  return c.modo === 'moviendo' || modo === 'moviendo' ? 'movimiento' : 'evidencia'
}

/** A place has readers of its own, and all of them are dead. */
function isSinLector(lugar: number, t: Tabla, l: Lectores, ahora: number): boolean {
  let suyos = 0
  for (let e = 0; e < t.estados; e++) {
    const r = t.propio[e] as number
    if (r < 0 || t.lugarDe[e] !== t.lugares.indexOf(lugar)) continue
    if (!isMuerto(l, r, ahora)) return false
    suyos++
  }
  return suyos > 0
}
