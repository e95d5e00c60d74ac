import { useReducer } from 'react'
import type { Plano, Ubicacion } from '#contract/ubicaciones'
import type { Punto } from '../ui/plano/geometria'

/** Nodes that were moved, by their location; null: taken off the plan. */
export type Borrador = ReadonlyMap<number, Punto | null>

/** A change that is stored: what it was, and the calls that take it back and, where that can be, make it again. */
export type Guardado = {
  texto: string
  deshacer: (plano: Plano) => Promise<Plano>
  rehacer?: (plano: Plano) => Promise<Plano>
}

/** A move that waits for Guardar, as all moves before and after it; or what is stored already. */
type Paso = { antes: Borrador; despues: Borrador } | Guardado

type Estado = { pasado: Paso[]; borrador: Borrador; futuro: Paso[] }
type Accion =
  | { mover: number; a: Punto | null }
  | { guardado: Guardado }
  | { posiciones: Guardado }
  | 'deshacer'
  | 'rehacer'
  | 'cortar'
  | 'descartar'

/** As many as one may go back. A picture of the plan is kept for each that changed it. */
const MAX_PASOS = 50

const INICIAL: Estado = { pasado: [], borrador: new Map(), futuro: [] }

export const esGuardado = (p: Paso): p is Guardado => 'deshacer' in p

const sumar = (pasado: Paso[], paso: Paso) => [...pasado, paso].slice(-MAX_PASOS)

function reducir({ pasado, borrador, futuro }: Estado, accion: Accion): Estado {
  if (accion === 'descartar') return INICIAL
  if (accion === 'cortar') return { pasado: [], borrador, futuro: [] }
  if (accion === 'deshacer') {
    const paso = pasado.at(-1)
    if (!paso) return { pasado, borrador, futuro }
    return {
      pasado: pasado.slice(0, -1),
      borrador: esGuardado(paso) ? borrador : paso.antes,
      futuro: esGuardado(paso) && !paso.rehacer ? [] : [paso, ...futuro],
    }
  }
  if (accion === 'rehacer') {
    const [paso, ...resto] = futuro
    if (!paso) return { pasado, borrador, futuro }
    return {
      pasado: [...pasado, paso],
      borrador: esGuardado(paso) ? borrador : paso.despues,
      futuro: resto,
    }
  }
  if ('guardado' in accion) return { pasado: sumar(pasado, accion.guardado), borrador, futuro: [] }
  if ('posiciones' in accion)
    return { pasado: sumar(pasado.filter(esGuardado), accion.posiciones), borrador: new Map(), futuro: [] }
  const despues = new Map(borrador).set(accion.mover, accion.a)
  return { pasado: sumar(pasado, { antes: borrador, despues }), borrador: despues, futuro: [] }
}

/** What was done while the plan is edited: moves not stored yet, and what is, in the order to take it back. */
export function useEdicion() {
  const [e, aplicar] = useReducer(reducir, INICIAL)
  return {
    borrador: e.borrador,
    hayCambios: e.borrador.size > 0,
    anterior: e.pasado.at(-1),
    siguiente: e.futuro[0],
    mover: (id: number, a: Punto | null) => aplicar({ mover: id, a }),
    /** Remember what has just been stored. */
    anotar: (guardado: Guardado) => aplicar({ guardado }),
    /** The moves are stored, all in one step; none waits any more. */
    anotarPosiciones: (posiciones: Guardado) => aplicar({ posiciones }),
    /** One step back or forward; what is stored must have been taken back, or made again, before. */
    deshacer: () => aplicar('deshacer'),
    rehacer: () => aplicar('rehacer'),
    /** What was done so far cannot be taken back step by step; moves still wait. */
    cortar: () => aplicar('cortar'),
    /** No move waits, and nothing is remembered. */
    descartar: () => aplicar('descartar'),
  }
}

export type Edicion = ReturnType<typeof useEdicion>

/** Where a location stands on the plan, with what was moved. */
export function puntoDe(u: Ubicacion, borrador: Borrador): Punto | null {
  const movido = borrador.get(u.id)
  if (movido !== undefined) return movido
  return u.nodo_x === null || u.nodo_y === null ? null : { x: u.nodo_x, y: u.nodo_y }
}
