import { HORIZONTE } from '../../platform/math/historia'
import { SALIDAS_MIN, SEMANAS_SALIDAS } from '../../platform/math/prevision'
import { hoursOf, kindOf } from '../../platform/math/series'
import { desfaseDeZona } from '../../platform/time/time'
import type { Open } from '../calendario/open-hours'

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
/** Weeks that a forecast learns from. */
export const WEEKS = 12

/** Containers of a family that came to a stage and left it within an hour that begins at `hora`, Unix ms. */
export type Cuenta = { etapa: number; familia: string; hora: number; entran: number; salen: number }
/** Containers of a family that were in a stage when the weeks began. */
export type Base = { etapa: number; familia: string; n: number }

/** The full open hours of a plant up to `ahora` and the 24 that follow, Unix ms, with the hour of the week of each. */
export type Horas = { pasadas: Float64Array; siguientes: number[]; clase: Uint8Array }

/** @param a open from 12 weeks before `ahora` to 60 days after it. Null: it opens for no 24 hours after now */
export function openHours(a: Open, zona: string, now: number): Horas | null {
  const tramos = a.inicios.map((d, i) => [d, a.finales[i] as number] as const)
  const desfase = (t: number) => desfaseDeZona(t, zona)
  const all = hoursOf(tramos, now - WEEKS * WEEK_MS, now + 60 * 24 * HOUR_MS, desfase)
  const n = all.findIndex((t) => t > now)
  if (n < 1 || n + HORIZONTE > all.length) return null
  const clase = Uint8Array.from(all.subarray(0, n + HORIZONTE), (t) => kindOf(t, desfase(t)))
  return { pasadas: all.slice(0, n), siguientes: [...all.subarray(n, n + HORIZONTE)], clase }
}

/** Of a stage and a family, or some of them: what was there at each hour, and what came and left since the hour before. */
export type Curso = { stock: Float64Array; llegadas: Float64Array; salidas: Float64Array }

/** A sum of courses, each times its share. */
export function sumCursos(partes: readonly { curso: Curso; parte: number }[], n: number): Curso {
  const suma = { stock: new Float64Array(n), llegadas: new Float64Array(n), salidas: new Float64Array(n) }
  for (const { curso, parte } of partes)
    for (const que of ['stock', 'llegadas', 'salidas'] as const)
      for (let i = 0; i < n; i++) suma[que][i] = (suma[que][i] as number) + parte * (curso[que][i] as number)
  return suma
}

/** What was there at each of the hours: those that were when the weeks began, and all that came and left before. */
export function buildCurso(base: number, cuentas: readonly Cuenta[], horas: Float64Array): Curso {
  const n = horas.length
  const curso = { stock: new Float64Array(n), llegadas: new Float64Array(n), salidas: new Float64Array(n) }
  const enOrden = [...cuentas].sort((a, b) => a.hora - b.hora)
  let [k, hay] = [0, base]
  for (let i = 0; i < n; i++) {
    for (; k < enOrden.length && (enOrden[k] as Cuenta).hora < (horas[i] as number); k++) {
      const { entran, salen } = enOrden[k] as Cuenta
      curso.llegadas[i] = (curso.llegadas[i] as number) + entran
      curso.salidas[i] = (curso.salidas[i] as number) + salen
      hay += entran - salen
    }
    curso.stock[i] = Math.max(0, hay)
  }
  return curso
}

/**
 * Which families of a stage are forecast alone, and which together because few of them leave.
 * @param salidas in the last 8 weeks, by family
 */
export function groupFamilias(salidas: ReadonlyMap<string, number>): { solas: string[]; demas: string[] } {
  const familias = [...salidas.keys()].sort()
  const solas = familias.filter((f) => (salidas.get(f) ?? 0) >= SALIDAS_MIN)
  const demas = familias.filter((f) => (salidas.get(f) ?? 0) < SALIDAS_MIN)
  // One alone says what all together say.
  return { solas: familias.length > 1 ? solas : [], demas: solas.length > 0 && demas.length > 1 ? demas : [] }
}

/** Departures since 8 weeks before `ahora`. */
export const countSalidas = (cuentas: readonly Cuenta[], now: number): number =>
  cuentas.reduce((s, c) => s + (c.hora >= now - SEMANAS_SALIDAS * WEEK_MS ? c.salen : 0), 0)
