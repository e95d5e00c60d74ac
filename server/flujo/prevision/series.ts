import type { Open } from '../../parque/calendario/open-hours'
import { HORIZONTE } from '../../platform/math/historia'
import { SALIDAS_MIN, SEMANAS_SALIDAS } from '../../platform/math/prevision'
import { hoursOf, kindOf } from '../../platform/math/series'
import { desfaseDeZona } from '../../platform/time/time'

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
/** Weeks of history that a forecast uses. */
export const WEEKS = 12

/** Arrivals and departures of a family's containers at a stage in the hour that begins at `hora`, Unix ms. */
export type Cuenta = { etapa: number; familia: string; hora: number; entran: number; salen: number }
/** Containers of a family in a stage when the history begins. */
export type Base = { etapa: number; familia: string; n: number }

/** The full open hours of a plant up to `ahora` and the next 24, Unix ms, with the hour of the week of each. */
export type Horas = { pasadas: Float64Array; siguientes: number[]; clase: Uint8Array }

/** @param a open times from 12 weeks before `ahora` to 60 days after. Null: fewer than 24 open hours follow */
export function openHours(a: Open, zona: string, now: number): Horas | null {
  const tramos = a.inicios.map((d, i) => [d, a.finales[i] as number] as const)
  const desfase = (t: number) => desfaseDeZona(t, zona)
  const all = hoursOf(tramos, now - WEEKS * WEEK_MS, now + 60 * 24 * HOUR_MS, desfase)
  const n = all.findIndex((t) => t > now)
  if (n < 1 || n + HORIZONTE > all.length) return null
  const clase = Uint8Array.from(all.subarray(0, n + HORIZONTE), (t) => kindOf(t, desfase(t)))
  return { pasadas: all.slice(0, n), siguientes: [...all.subarray(n, n + HORIZONTE)], clase }
}

/** Course of a stage and one or more families: stock at each hour, and arrivals and departures since the hour before. */
export type Curso = { stock: Float64Array; llegadas: Float64Array; salidas: Float64Array }

/** The weighted sum of courses. */
export function sumCursos(partes: readonly { curso: Curso; parte: number }[], n: number): Curso {
  const suma = { stock: new Float64Array(n), llegadas: new Float64Array(n), salidas: new Float64Array(n) }
  for (const { curso, parte } of partes)
    for (const que of ['stock', 'llegadas', 'salidas'] as const)
      for (let i = 0; i < n; i++) suma[que][i] = (suma[que][i] as number) + parte * (curso[que][i] as number)
  return suma
}

/** The stock at each of the hours: the stock when the history begins, plus arrivals and minus departures since. */
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
 * Families of a stage that are forecast alone, and those that are forecast together because few of their containers leave.
 * @param salidas departures in the last 8 weeks, by family
 */
export function groupFamilias(salidas: ReadonlyMap<string, number>): { solas: string[]; demas: string[] } {
  const familias = [...salidas.keys()].sort()
  const solas = familias.filter((f) => (salidas.get(f) ?? 0) >= SALIDAS_MIN)
  const demas = familias.filter((f) => (salidas.get(f) ?? 0) < SALIDAS_MIN)
  // With a single family, its series equals that of the stage.
  return { solas: familias.length > 1 ? solas : [], demas: solas.length > 0 && demas.length > 1 ? demas : [] }
}

/** Departures in the 8 weeks before `ahora`. */
export const countSalidas = (cuentas: readonly Cuenta[], now: number): number =>
  cuentas.reduce((s, c) => s + (c.hora >= now - SEMANAS_SALIDAS * WEEK_MS ? c.salen : 0), 0)
