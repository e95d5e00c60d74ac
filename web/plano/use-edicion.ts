import { useReducer } from 'react'
import type { Plano, Ubicacion } from '#contract/dispositivos/ubicaciones'
import type { Punto } from '../dominio/plano/geometria'

/** Nodes that were moved, by their location; null: taken off the plan. */
export type Borrador = ReadonlyMap<number, Punto | null>

/** A change that is stored: what it was, and the calls that take it back and, where that can be, make it again. */
export type Guardado = {
  texto: string
  undo: (plano: Plano) => Promise<Plano>
  redo?: (plano: Plano) => Promise<Plano>
}

/** A move that waits for Guardar: what the draft said of the node before and after; undefined: nothing. */
type Movimiento = { id: number; antes: Punto | null | undefined; despues: Punto | null | undefined }

type Paso = Movimiento | Guardado

type Estado = { pasado: Paso[]; borrador: Borrador; futuro: Paso[] }
type Accion =
  | { move: Movimiento; sigue: boolean }
  | { guardado: Guardado }
  | { posiciones: Guardado; de: Estado }
  | { deshecho: Paso }
  | { rehecho: Paso }
  | 'cortar'
  | 'descartar'

/** As many as one may go back. A picture of the plan is kept for each that changed it. */
const MAX_PASOS = 50

const INICIAL: Estado = { pasado: [], borrador: new Map(), futuro: [] }

export const isGuardado = (p: Paso): p is Guardado => 'undo' in p

const add = (pasado: Paso[], ...pasos: Paso[]) => [...pasado, ...pasos].slice(-MAX_PASOS)

const iguales = (a: Punto | null | undefined, b: Punto | null | undefined) => a?.x === b?.x && a?.y === b?.y

function put(borrador: Borrador, id: number, a: Punto | null | undefined): Borrador {
  const nuevo = new Map(borrador)
  if (a === undefined) nuevo.delete(id)
  else nuevo.set(id, a)
  return nuevo
}

/** The moves of `de` are stored; those made since then still wait, and go back to what is stored. */
function savePosiciones({ pasado, borrador }: Estado, posiciones: Guardado, de: Estado): Estado {
  const nuevos = pasado.flatMap((p) => {
    if (isGuardado(p) || de.pasado.includes(p)) return []
    return [{ ...p, antes: p.antes === de.borrador.get(p.id) ? undefined : p.antes }]
  })
  return {
    pasado: add(de.pasado.filter(isGuardado), posiciones, ...nuevos),
    borrador: new Map([...borrador].filter(([id, a]) => !de.borrador.has(id) || a !== de.borrador.get(id))),
    futuro: [],
  }
}

/** What is stored is taken back by a call, and others may have moved a node before that is answered. */
function reduce(estado: Estado, accion: Accion): Estado {
  const { pasado, borrador, futuro } = estado
  if (accion === 'descartar') return INICIAL
  if (accion === 'cortar') return { pasado: [], borrador, futuro: [] }
  if ('deshecho' in accion) {
    const paso = accion.deshecho
    const vuelve = pasado.at(-1) === paso && !(isGuardado(paso) && !paso.redo)
    return {
      pasado: pasado.filter((p) => p !== paso),
      borrador: isGuardado(paso) ? borrador : put(borrador, paso.id, paso.antes),
      futuro: vuelve ? [paso, ...futuro] : [],
    }
  }
  if ('rehecho' in accion) {
    const paso = accion.rehecho
    return {
      pasado: add(pasado, paso),
      borrador: isGuardado(paso) ? borrador : put(borrador, paso.id, paso.despues),
      futuro: futuro.filter((p) => p !== paso),
    }
  }
  if ('guardado' in accion) return { pasado: add(pasado, accion.guardado), borrador, futuro: [] }
  if ('posiciones' in accion) return savePosiciones(estado, accion.posiciones, accion.de)
  const { move, sigue } = accion
  const previo = pasado.at(-1)
  const unido = sigue && previo && !isGuardado(previo) && previo.id === move.id
  return {
    pasado: unido ? [...pasado.slice(0, -1), { ...move, antes: previo.antes }] : add(pasado, move),
    borrador: put(borrador, move.id, move.despues),
    futuro: [],
  }
}

/** What was done while the plan is edited: moves not stored yet, and what is, in the order to take it back. */
export function useEdicion() {
  const [e, apply] = useReducer(reduce, INICIAL)
  return {
    borrador: e.borrador,
    hayCambios: e.borrador.size > 0,
    anterior: e.pasado.at(-1),
    siguiente: e.futuro[0],
    /** @param sigue it goes on with the move before, as while a key is held: both are one step. */
    move: (u: Ubicacion, a: Punto | null, sigue = false) =>
      apply({
        move: { id: u.id, antes: e.borrador.get(u.id), despues: iguales(a, sitioOf(u)) ? undefined : a },
        sigue,
      }),
    /** Remember what has just been stored. */
    note: (guardado: Guardado) => apply({ guardado }),
    /** The moves that there are now have been stored, all in one step. */
    notePosiciones: (posiciones: Guardado) => apply({ posiciones, de: e }),
    /** A step back or forward; what is stored must have been taken back, or made again, before. */
    undo: (deshecho: Paso) => apply({ deshecho }),
    redo: (rehecho: Paso) => apply({ rehecho }),
    /** What was done so far cannot be taken back step by step; moves still wait. */
    cut: () => apply('cortar'),
    /** No move waits, and nothing is remembered. */
    discard: () => apply('descartar'),
  }
}

export type Edicion = ReturnType<typeof useEdicion>

const sitioOf = (u: Ubicacion): Punto | null =>
  u.nodo_x === null || u.nodo_y === null ? null : { x: u.nodo_x, y: u.nodo_y }

/** Where a location stands on the plan, with what was moved. */
export function puntoOf(u: Ubicacion, borrador: Borrador): Punto | null {
  const movido = borrador.get(u.id)
  return movido === undefined ? sitioOf(u) : movido
}
