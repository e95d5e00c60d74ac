import { useReducer } from 'react'
import type { Plano, Ubicacion } from '#contract/parque/ubicaciones/ubicaciones'
import type { Punto } from '../../dominio/plano/geometria'

/** Draft: moved nodes by location id; null: taken off the plan. */
export type Borrador = ReadonlyMap<number, Punto | null>

/** A stored change: its description, and the calls that undo and, if possible, redo it. */
export type Guardado = {
  texto: string
  undo: (plano: Plano) => Promise<Plano>
  redo?: (plano: Plano) => Promise<Plano>
}

/** A move that waits for Guardar: the entry of the draft before and after; undefined: no entry. */
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

/** Maximum number of undo steps. Each step that changed the picture keeps a copy of it. */
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

/** The moves of `de` are stored; later moves still wait, and their undo goes back to the stored position. */
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

/** Undo of a stored change is a call; other nodes may be moved before it is answered. */
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

/** History of the edit mode: unsaved moves and stored changes, in undo order. */
export function useEdicion() {
  const [e, apply] = useReducer(reduce, INICIAL)
  return {
    borrador: e.borrador,
    hayCambios: e.borrador.size > 0,
    anterior: e.pasado.at(-1),
    siguiente: e.futuro[0],
    /** @param sigue it continues the previous move, for example while a key is held: both are one step. */
    move: (u: Ubicacion, a: Punto | null, sigue = false) =>
      apply({
        move: { id: u.id, antes: e.borrador.get(u.id), despues: iguales(a, sitioOf(u)) ? undefined : a },
        sigue,
      }),
    /** Add a change that has just been stored. */
    note: (guardado: Guardado) => apply({ guardado }),
    /** The current moves have been stored, all as one step. */
    notePosiciones: (posiciones: Guardado) => apply({ posiciones, de: e }),
    /** One step back or forward; call it after the server has undone or redone a stored change. */
    undo: (deshecho: Paso) => apply({ deshecho }),
    redo: (rehecho: Paso) => apply({ rehecho }),
    /** Clears the undo history; unsaved moves still wait. */
    cut: () => apply('cortar'),
    /** Drops unsaved moves and the history. */
    discard: () => apply('descartar'),
  }
}

export type Edicion = ReturnType<typeof useEdicion>

const sitioOf = (u: Ubicacion): Punto | null =>
  u.nodo_x === null || u.nodo_y === null ? null : { x: u.nodo_x, y: u.nodo_y }

/** Position of a location on the plan, including unsaved moves. */
export function puntoOf(u: Ubicacion, borrador: Borrador): Punto | null {
  const movido = borrador.get(u.id)
  return movido === undefined ? sitioOf(u) : movido
}
