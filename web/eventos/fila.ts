import { COLUMNAS_EVENTO, type Evento } from '#contract/eventos'

/** An event with the keys of its Valor beside its own; where both have a name, the event's own stands. */
export type FilaEvento = Evento

const PROPIAS: ReadonlySet<string> = new Set([...COLUMNAS_EVENTO, 'id', 'Valor'])

function leerValor(texto: string): Record<string, unknown> {
  try {
    const valor: unknown = JSON.parse(texto)
    return valor !== null && typeof valor === 'object' && !Array.isArray(valor) ? { ...valor } : {}
  } catch {
    return {}
  }
}

export const unirValor = (e: Evento): FilaEvento => ({ ...leerValor(e.Valor), ...e })

/** Names of the columns that an event has beyond those that every event has. */
export const clavesDe = (f: FilaEvento): string[] => Object.keys(f).filter((c) => !PROPIAS.has(c))

/** A value of Valor as one line: nested ones as JSON, none as a dash. */
export function textoDe(f: FilaEvento, clave: string): string {
  const v = Object.hasOwn(f, clave) ? f[clave] : undefined
  if (v === undefined || v === null || v === '') return '—'
  if (typeof v === 'boolean') return v ? 'Sí' : 'No'
  if (typeof v === 'number') return v.toLocaleString('es', { useGrouping: false, maximumFractionDigits: 20 })
  return typeof v === 'string' ? v : JSON.stringify(v)
}
