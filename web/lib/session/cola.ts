import { v4 as uuid } from 'uuid'
import { createAlmacen } from './almacen'
import type { Sesion } from './sesion'

/** The author of a queued item. It is never sent to another company or under another account. Names change, ids do not. */
export type Autor = Pick<Sesion, 'id' | 'username' | 'empresa'>

/** An item that has not reached the server; `error` if the server refused it. */
export type EnCola = { id: string; cuando: number; autor: Autor; error?: string }

/** The items of a list that belong to one person; an item without author belongs to nobody and stays in place. */
export function colaOf<T extends EnCola>(lista: T[], autor: Autor | null): T[] {
  if (!autor) return []
  const suyo = (a: Partial<Autor>) =>
    a.empresa === autor.empresa && (a.id === undefined ? a.username === autor.username : a.id === autor.id)
  return lista.filter((p) => p.autor && suyo(p.autor))
}

/**
 * An outbox: what a person does without network is kept on this device until that person can send it.
 * @param clave storage key, shared by all people who use this device
 * @param max items of one person that may wait
 * @param isWhole whether a stored item has all that is needed to send it
 */
export function createCola<T extends EnCola>(clave: string, max: number, isWhole: (p: T) => boolean) {
  function read(): T[] {
    try {
      const guardado = JSON.parse(localStorage.getItem(clave) ?? '[]')
      return Array.isArray(guardado) ? guardado.filter((p) => p?.id && isWhole(p)) : []
    } catch {
      return []
    }
  }
  const almacen = createAlmacen<T[]>(read())

  /** @returns false if the browser has no space left: then nothing has changed */
  function save(lista: T[]): boolean {
    try {
      localStorage.setItem(clave, JSON.stringify(lista))
    } catch {
      return false
    }
    almacen.set(lista)
    return true
  }

  /** Queue an item until its author can send it, unless the outbox or the storage is full. */
  function enqueue(
    que: Omit<T, keyof EnCola>,
    { id, username, empresa }: Autor,
  ): 'guardado' | 'demasiados' | 'lleno' {
    const lista = read()
    const autor = { id, username, empresa }
    if (colaOf(lista, autor).length >= max) return 'demasiados'
    const nuevo = { id: uuid(), cuando: Date.now(), autor, ...que } as T
    return save([...lista, nuevo]) ? 'guardado' : 'lleno'
  }

  const discard = (id: string): void => void save(read().filter((p) => p.id !== id))
  return { clave, almacen, read, save, enqueue, discard }
}
export type Cola<T extends EnCola> = ReturnType<typeof createCola<T>>
