import { weighCercania, weighLugares } from './evidencia'
import { type Muestra, ventanaOf } from './muestra'
import { PARAMETROS as P } from './parametros'
import { addPunto, copySumas, type LectorDePlanta, puntosDe, type Sumas } from './sumas'
import { cercaOf, compile, type Tabla } from './tabla'
import { createVentana } from './ventana'

/** Add one sample to a state. The spread of single adverts around their mean is taken out of the squares. */
export function addMuestra(s: Sumas, estado: number, m: Muestra, peso = 1): void {
  s.muestras[estado] = (s.muestras[estado] as number) + peso
  for (const { lector, media, n, oido } of m) {
    if (lector >= s.lectores) continue
    const i = estado * s.lectores + lector
    s.dicho[i] = (s.dicho[i] as number) + peso
    s.oido[i] = (s.oido[i] as number) + peso * oido
    if (media === null) continue
    s.n[i] = (s.n[i] as number) + peso
    s.x[i] = (s.x[i] as number) + peso * media
    s.xx[i] = (s.xx[i] as number) + peso * (media * media - P.varAnuncio / n)
  }
}

/** How far a sample is from what a spot was heard like, in squares of dB, over the readers that know both. */
function distanceTo(s: Sumas, punto: number, m: Muestra): number {
  let n = 0
  let suma = 0
  for (const { lector, media } of m) {
    const i = punto * s.lectores + lector
    if (media === null || lector >= s.lectores || !(s.n[i] as number)) continue
    n++
    suma += (media - (s.x[i] as number) / (s.n[i] as number)) ** 2
  }
  return n ? suma / n : Number.POSITIVE_INFINITY
}

/** A sample of so few adverts that it would tell its spot badly. */
const isPocos = (m: Muestra) => m.every((o) => o.n < P.anunciosPunto)

/** The spot that a sample of a place belongs to: a new one, or the one most like it where there are enough. */
function puntoFor(s: Sumas, lugar: number, m: Muestra): number {
  const suyos = puntosDe(s, lugar)
  const libre = suyos.find((e) => !s.muestras[e])
  if (libre !== undefined) return libre
  if (suyos.length < (isPocos(m) ? P.puntosPocos : P.puntosLugar)) return addPunto(s, lugar)
  let mejor = suyos[0] as number
  let menos = Number.POSITIVE_INFINITY
  for (const e of suyos) {
    const d = distanceTo(s, e, m)
    if (d < menos) [mejor, menos] = [e, d]
  }
  return mejor
}

/** Add samples that were taken at a place (a walk, or rests that people confirmed) to its spots. */
export function learnLugar(s: Sumas, lugar: number, muestras: readonly Muestra[], peso = 1): void {
  for (const m of muestras) addMuestra(s, puntoFor(s, lugar, m), m, peso)
}

/** The reader whose surroundings a rest without doubt is in: the strongest, well above all of other places. Null: there is doubt. */
export function withoutDoubt(m: Muestra, planta: readonly LectorDePlanta[]): number | null {
  const niveles = new Map(m.map((o) => [o.lector, o.media]))
  const nivelDe = (r: LectorDePlanta) => niveles.get(r.lector) ?? Number.NEGATIVE_INFINITY
  let mejor: LectorDePlanta | null = null
  for (const r of planta) if (r.lugar >= 0 && nivelDe(r) > (mejor ? nivelDe(mejor) : -Infinity)) mejor = r
  if (!mejor) return null
  const limite = nivelDe(mejor) - P.ensenaDb
  return planta.some((r) => r.lugar !== mejor.lugar && nivelDe(r) > limite) ? null : mejor.lector
}

/** A sample whose place is known. */
export type Examen = { lugar: number; muestra: Muestra }

/** What a plant learns by itself, in the shadow of what is told. */
export type Escuela = {
  /** What the table that is told is compiled of, and what it would be. */
  sumas: Sumas
  sombra: Sumas
  nuevas: number
  /** The last samples by which a new table is tried: confirmations, and some of the rests without doubt. */
  examenes: Examen[]
  /** The share of spots that was tried last (`promoteCercania`). */
  probada: number
}

const ventana = createVentana()

const MAX_EXAMENES = 60
/** Of rests without doubt each fourth is kept to try tables by, and taught to none. */
const CADA_EXAMEN = 4

export const createEscuela = (sumas: Sumas): Escuela => ({
  sumas,
  sombra: copySumas(sumas),
  nuevas: 0,
  examenes: [],
  probada: 0,
})

export function keepExamen(e: Escuela, x: Examen): void {
  e.examenes.push(x)
  if (e.examenes.length > MAX_EXAMENES) e.examenes.shift()
}

const limit = (n: number, tope: number) => Math.max(-tope, Math.min(tope, n))

/**
 * Learn from a rest without doubt how near to its walk a plant lives.
 * @param t what is known of the plant before its rests
 */
export function learnCercania(s: Sumas, t: Tabla, m: Muestra): void {
  if (!t.andada) return
  ventanaOf(ventana, m, t.lectores)
  const { cercaniaPaso: paso, cercaniaTope: tope } = P
  s.cercania = limit(s.cercania + limit(weighCercania(t, ventana), paso), tope)
}

/** Teach a rest that leaves no doubt to the shadow. @returns whether it was one */
export function teachRest(e: Escuela, t: Tabla, m: Muestra, planta: readonly LectorDePlanta[]): boolean {
  const lector = withoutDoubt(m, planta)
  if (lector === null) return false
  const estado = e.sombra.propio.indexOf(lector)
  if (estado < 0) return false
  e.nuevas++
  learnCercania(e.sombra, t, m)
  if (e.nuevas % CADA_EXAMEN === 0) keepExamen(e, { lugar: e.sombra.lugares[estado] as number, muestra: m })
  else addMuestra(e.sombra, estado, m)
  return true
}

/** How many of the samples a table names right. */
export function countRight(t: Tabla, examenes: readonly Examen[]): number {
  let bien = 0
  for (const { lugar, muestra } of examenes) {
    ventanaOf(ventana, muestra, t.lectores)
    const ln = weighLugares(t, ventana)
    let mejor = 0
    for (let z = 1; z < t.lugares.length; z++) if ((ln[z] as number) > (ln[mejor] as number)) mejor = z
    if (t.lugares[mejor] === lugar) bien++
  }
  return bien
}

/** The table of the shadow, which goes live only where it names the last samples no worse. Null: it would name them worse. */
export function promote(e: Escuela, actual: Tabla, planta: readonly LectorDePlanta[]): Tabla | null {
  const nueva = compile(e.sombra, planta, actual.version + 1, actual.exponente)
  if (countRight(nueva, e.examenes) < countRight(actual, e.examenes)) return null
  e.sumas = copySumas(e.sombra)
  return nueva
}

/** So much more or less of each place at the spots of its walk is worth a trial. */
const OTRA_CERCA = 0.2

/**
 * Let the table take tags to stand as near to its walk as the shadow does, where it names the last samples no worse so. The table itself is changed: it is
 * the same but for one number, and a new one would take all tags by surprise.
 */
export function promoteCercania(e: Escuela, t: Tabla): void {
  const cerca = t.andada ? cercaOf(e.sombra.cercania) : 0
  if (Math.abs(cerca - e.probada) < OTRA_CERCA) return
  e.probada = cerca
  const antes = t.cerca
  const bien = countRight(t, e.examenes)
  t.cerca = cerca
  if (countRight(t, e.examenes) < bien) t.cerca = antes
  else e.sumas.cercania = e.sombra.cercania
}
