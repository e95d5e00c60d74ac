import { useCallback, useState } from 'react'
import { recuerdo } from '../../lib/recuerdo'
import { type Columna, DENSIDADES, type Densidad } from './tipos'

export type Preferencias = {
  /** The chosen visibility by column; an untouched column has its default. */
  visibles: Record<string, boolean>
  /** The chosen order of columns; empty: the order of their definition. */
  orden: string[]
  densidad: Densidad
}

const prefijo = 'retorna.tabla.'

const DE_FABRICA: Preferencias = { visibles: {}, orden: [], densidad: 'normal' }

function read(clave: string): Preferencias {
  try {
    const guardado = JSON.parse(recuerdo.get(prefijo + clave) ?? '{}')
    const visibles = Object.entries(guardado.visibles ?? {}).filter(([, v]) => typeof v === 'boolean')
    const orden = Array.isArray(guardado.orden) ? guardado.orden : []
    return {
      visibles: Object.fromEntries(visibles) as Record<string, boolean>,
      orden: orden.filter((id: unknown) => typeof id === 'string'),
      densidad: DENSIDADES.find((d) => d === guardado.densidad) ?? 'normal',
    }
  } catch {
    return DE_FABRICA
  }
}

// A column may be called `constructor`: names of some columns come from readings.
export const isVisible = <T>(c: Columna<T>, { visibles }: Preferencias) =>
  c.fija || (Object.hasOwn(visibles, c.id) ? visibles[c.id] : !c.oculta)

/** Columns in the chosen order; columns that were added later follow the one they are defined after. */
export function ordenadas<T>(columnas: Columna<T>[], { orden }: Preferencias): Columna<T>[] {
  if (orden.length === 0) return columnas
  const porId = new Map(columnas.map((c) => [c.id, c]))
  const ids = orden.filter((id) => porId.has(id))
  for (const [i, c] of columnas.entries()) {
    if (ids.includes(c.id)) continue
    const anterior = columnas[i - 1]?.id
    ids.splice(anterior === undefined ? 0 : ids.indexOf(anterior) + 1, 0, c.id)
  }
  return ids.flatMap((id) => porId.get(id) ?? [])
}

/** The visible columns, in the chosen order. */
export const visiblesOf = <T>(columnas: Columna<T>[], p: Preferencias): Columna<T>[] =>
  ordenadas(columnas, p).filter((c) => isVisible(c, p))

/** Column choice, column order and density of one table, stored in this browser if it has a key. */
export function usePreferencias(clave: string | undefined) {
  const [preferencias, setPreferencias] = useState(() => (clave === undefined ? DE_FABRICA : read(clave)))
  const change = useCallback(
    (cambio: Partial<Preferencias>) => {
      setPreferencias((previas) => {
        const nuevas = { ...previas, ...cambio }
        if (clave !== undefined) recuerdo.set(prefijo + clave, JSON.stringify(nuevas))
        return nuevas
      })
    },
    [clave],
  )
  return [preferencias, change] as const
}
