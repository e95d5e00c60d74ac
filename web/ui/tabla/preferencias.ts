import { useCallback, useState } from 'react'
import { type Columna, DENSIDADES, type Densidad } from './tipos'

export type Preferencias = { visibles: Record<string, boolean>; densidad: Densidad }

const prefijo = 'retorna.tabla.'

function leer<T>(clave: string, columnas: Columna<T>[]): Preferencias {
  const visibles = Object.fromEntries(columnas.map((c) => [c.id, !c.oculta]))
  try {
    const guardado = JSON.parse(localStorage.getItem(prefijo + clave) ?? '{}')
    for (const c of columnas) {
      const elegida = guardado.visibles?.[c.id]
      if (!c.fija && typeof elegida === 'boolean') visibles[c.id] = elegida
    }
    const densidad = DENSIDADES.find((d) => d === guardado.densidad) ?? 'normal'
    return { visibles, densidad }
  } catch {
    return { visibles, densidad: 'normal' }
  }
}

/** Column choice and density of one table, kept in this browser. */
export function usePreferencias<T>(clave: string, columnas: Columna<T>[]) {
  const [preferencias, setPreferencias] = useState(() => leer(clave, columnas))
  const cambiar = useCallback(
    (cambio: Partial<Preferencias>) => {
      setPreferencias((previas) => {
        const nuevas = { ...previas, ...cambio }
        localStorage.setItem(prefijo + clave, JSON.stringify(nuevas))
        return nuevas
      })
    },
    [clave],
  )
  return [preferencias, cambiar] as const
}
