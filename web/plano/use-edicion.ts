import { useReducer } from 'react'
import type { Ubicacion } from '#contract/ubicaciones'
import type { Punto } from '../ui/plano/geometria'

/** Nodes that were moved, by their location; null: taken off the plan. */
export type Borrador = ReadonlyMap<number, Punto | null>

type Estado = { pasado: Borrador[]; actual: Borrador; futuro: Borrador[] }
type Accion = { mover: number; a: Punto | null } | 'deshacer' | 'rehacer' | 'olvidar'

const VACIO: Borrador = new Map()
const INICIAL: Estado = { pasado: [], actual: VACIO, futuro: [] }

function reducir(e: Estado, accion: Accion): Estado {
  if (accion === 'olvidar') return INICIAL
  if (accion === 'deshacer') {
    const previo = e.pasado.at(-1)
    return previo ? { pasado: e.pasado.slice(0, -1), actual: previo, futuro: [e.actual, ...e.futuro] } : e
  }
  if (accion === 'rehacer') {
    const [siguiente, ...futuro] = e.futuro
    return siguiente ? { pasado: [...e.pasado, e.actual], actual: siguiente, futuro } : e
  }
  const actual = new Map(e.actual).set(accion.mover, accion.a)
  return { pasado: [...e.pasado, e.actual], actual, futuro: [] }
}

/** Where nodes were moved and not stored yet, with undo and redo. */
export function useEdicion() {
  const [e, aplicar] = useReducer(reducir, INICIAL)
  return {
    borrador: e.actual,
    hayCambios: e.actual.size > 0,
    puedeDeshacer: e.pasado.length > 0,
    puedeRehacer: e.futuro.length > 0,
    mover: (id: number, a: Punto | null) => aplicar({ mover: id, a }),
    deshacer: () => aplicar('deshacer'),
    rehacer: () => aplicar('rehacer'),
    olvidar: () => aplicar('olvidar'),
  }
}

export type Edicion = ReturnType<typeof useEdicion>

/** Where a location stands on the plan, with what was moved. */
export function puntoDe(u: Ubicacion, borrador: Borrador): Punto | null {
  const movido = borrador.get(u.id)
  if (movido !== undefined) return movido
  return u.nodo_x === null || u.nodo_y === null ? null : { x: u.nodo_x, y: u.nodo_y }
}
