import type { Ajustes } from '#contract/valores/ajustes'
import { withoutDoubt } from '../lugar/aprender'
import { afterCelda, CABECERA, type Celdas, ENTRADA, lectorDe, nivelesDe, sumaDe } from '../lugar/celdas'
import { isMuerto, type Lectores, numberOf } from '../lugar/lectores'
import { type Causa, evaluate, observe } from '../lugar/motor'
import type { Muestra } from '../lugar/muestra'
import type { Tabla } from '../lugar/tabla'
import type { Traza } from '../lugar/traza'
import { stand } from './estancia'
import type { Rastro } from './rastro'
import { type Relojes, timeOf } from './relojes'

/** What places of a company are judged by; `lugarDe` has the place of each reader, by its id. */
export type Vecindad = {
  lectores: Lectores
  relojes: Relojes
  tabla: Tabla
  lugarDe: ReadonlyMap<number, number>
}

/** Why another place is told now than before. */
export type Cambio = { causa: Causa; traza: Traza }

/** Readers that hear the same advert tell of it within this time. */
const REUNION_MS = 3000
/** The reader that a container was told to stand with stays so until another one of the place hears it this much better, dB. */
const MEJOR_DB = 6
/** Of the last seconds of evidence, which reader hears it best. */
const RECIENTE_S = 600

/** Note that a reader heard the tag. What it means is judged once the others that heard the same advert have told. */
export function hear(
  r: Rastro,
  v: Vecindad,
  lector: number,
  t: number,
  recibido: number,
  rssi: number | null,
  mueve: boolean | undefined,
): void {
  const cuando = timeOf(v.relojes, lector, t, recibido)
  observe(
    r.creencia,
    v.lectores,
    numberOf(v.lectores, lector),
    r.dispositivo,
    Math.floor(cuando / 1000),
    rssi,
    mueve,
  )
  if (r.porJuzgar === null) {
    r.porJuzgar = recibido
    r.sinGuardar++
  }
}

/** Whether all readers have had time to tell of what was heard. */
export const isJuzgable = (r: Rastro, ahora: number): boolean =>
  r.porJuzgar !== null && ahora - r.porJuzgar >= REUNION_MS

/** Mean level in dBm of each reader that heard the tag lately, by its id. */
function nivelesDeLectores(c: Celdas, l: Lectores): Map<number, number> {
  const sumas = new Map<number, [n: number, suma: number]>()
  const p = c.palabras
  let ultimo = 0
  for (let i = 0; i < c.usado; i = afterCelda(p, i)) ultimo = p[i] as number
  for (let i = 0; i < c.usado; i = afterCelda(p, i)) {
    if (ultimo - (p[i] as number) > RECIENTE_S) continue
    for (let j = i + CABECERA; j < afterCelda(p, i); j += ENTRADA) {
      const id = l.ids[lectorDe(p[j] as number)] as number
      const s = sumas.get(id) ?? [0, 0]
      sumas.set(id, [s[0] + nivelesDe(p[j] as number), s[1] + sumaDe(p[j + 1] as number)])
    }
  }
  return new Map([...sumas].map(([id, [n, suma]]) => [id, n ? suma / n : SIN_NIVEL]))
}
const SIN_NIVEL = -127

/** The reader of the place that hears the tag best; where none of them does, the one that does. */
export function chooseLector(r: Rastro, v: Vecindad, lugar: number): number | null {
  const niveles = [...nivelesDeLectores(r.creencia.celdas, v.lectores)]
  const suyos = niveles.filter(([id]) => v.lugarDe.get(id) === lugar)
  const { lector } = r.sitio
  const esSuyo = lector !== null && v.lugarDe.get(lector) === lugar
  const candidatos = suyos.length ? suyos : esSuyo ? [] : niveles
  let mejor = esSuyo ? lector : null
  let nivel = (esSuyo && suyos.find(([id]) => id === lector)?.[1]) || Number.NEGATIVE_INFINITY
  if (mejor !== null) nivel += MEJOR_DB
  for (const [id, n] of candidatos) if (n > nivel) [mejor, nivel] = [id, n]
  return mejor
}

/** Whether people would be told something else if the tag were judged now. */
export function wouldChange(r: Rastro, v: Vecindad, ahora: number): boolean {
  const j = evaluate({ ...r.creencia }, v.tabla, v.lectores, Math.floor(ahora / 1000))
  return j !== null && (j.lugar !== r.sitio.lugar || (j.modo === 'moviendo') !== r.enCamino)
}

/** What a rest teaches, by the ids of readers; null: it leaves doubt. */
function descansoDe(m: Muestra, v: Vecindad): Rastro['descanso'] {
  const { ids } = v.lectores
  const planta = [...v.lugarDe].map(([id, lugar]) => ({ lector: numberOf(v.lectores, id), lugar }))
  const lector = withoutDoubt(m, planta)
  return lector === null
    ? null
    : {
        lector: ids[lector] as number,
        muestra: m.map((o) => ({ ...o, lector: ids[o.lector] as number })),
      }
}

/**
 * Judge where the tag is, by all that was heard of it (`r` is changed).
 * @param ahora Unix ms
 * @returns why another place is told, or null where none is
 */
export function judge(r: Rastro, v: Vecindad, ahora: number, a: Ajustes): Cambio | null {
  r.porJuzgar = null
  const j = evaluate(r.creencia, v.tabla, v.lectores, Math.floor(ahora / 1000))
  if (j === null || j.lugar === null) return null
  const lector = chooseLector(r, v, j.lugar)
  if (lector === null) return null
  const n = r.sitio.lector === null ? null : numberOf(v.lectores, r.sitio.lector)
  const callo = n !== null && (j.sinLector || isMuerto(v.lectores, n, Math.floor(ahora / 1000)))
  const ajeno = v.lugarDe.get(lector) !== j.lugar
  stand(r.sitio, { lugar: j.lugar, lector, ajeno, desde: j.desde * 1000, callo }, r.ultimo ?? ahora, a)
  if (j.muestra) r.descanso = descansoDe(j.muestra, v) ?? r.descanso
  r.certeza = j.p
  r.segundo = j.orden[1] ?? null
  r.enCamino = j.modo === 'moviendo'
  return j.cambio
}
