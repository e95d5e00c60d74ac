import type { Evento } from '#contract/oir/eventos/eventos'
import { COLUMNAS_EVENTO } from '#contract/oir/eventos/values'

const PROPIAS: ReadonlySet<string> = new Set([...COLUMNAS_EVENTO, 'id', 'Valor'])

const leidos = new WeakMap<Evento, Record<string, unknown>>()

/** The parsed Valor of an event; parsed on demand, because a page may have 1,000 events. */
function valorOf(e: Evento): Record<string, unknown> {
  const leido = leidos.get(e)
  if (leido) return leido
  let valor: unknown
  try {
    valor = JSON.parse(e.Valor)
  } catch {
    valor = undefined
  }
  const claves = valor !== null && typeof valor === 'object' && !Array.isArray(valor) ? { ...valor } : {}
  leidos.set(e, claves)
  return claves
}

/** Keys of Valor that are no columns of every event; those columns have precedence. */
export const clavesOf = (e: Evento): string[] => Object.keys(valorOf(e)).filter((c) => !PROPIAS.has(c))

/** A value of Valor on one line: nested ones as JSON, an absent one as a dash. */
export function textoOf(e: Evento, clave: string): string {
  const valor = valorOf(e)
  const v = Object.hasOwn(valor, clave) ? valor[clave] : undefined
  if (v === undefined || v === null || v === '') return '—'
  if (typeof v === 'boolean') return v ? 'Sí' : 'No'
  if (typeof v === 'number') return v.toLocaleString('es', { useGrouping: false, maximumFractionDigits: 20 })
  return typeof v === 'string' ? v : JSON.stringify(v)
}
