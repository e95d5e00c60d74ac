import { v7 as uuid } from 'uuid'
import { createDeposito } from '../deposito'
import { recuerdo } from '../recuerdo'
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

const ITEMS = 'pendientes'

/** The oldest first. The ids of one millisecond are in the order in which they were made. */
const compare = (a: EnCola, b: EnCola) => a.cuando - b.cuando || (a.id < b.id ? -1 : 1)

/** Items that a build of before kept in `localStorage`. */
function readAntiguos(clave: string): object[] {
  try {
    const guardado = JSON.parse(recuerdo.get(clave) ?? '[]')
    return Array.isArray(guardado) ? guardado.filter((p) => p?.id) : []
  } catch {
    return []
  }
}

/**
 * An outbox: what a person does without network is kept on this device until that person can send it.
 * @param clave name of its database, shared by all people who use this device
 * @param max items of one person that may wait
 * @param isWhole whether a stored item has all that is needed to send it
 */
export function createCola<T extends EnCola>(clave: string, max: number, isWhole: (p: T) => boolean) {
  const deposito = createDeposito(clave, { [ITEMS]: { clave: 'id' } })
  const almacen = createAlmacen<T[]>([])

  async function takeAntiguos(): Promise<void> {
    const antiguos = readAntiguos(clave)
    if (!antiguos.length) return
    await deposito.add(ITEMS, antiguos)
    recuerdo.remove(clave)
  }

  /** What waits now, in order; whoever looks at the outbox sees it too. Rejects where the browser allows no database. */
  async function read(): Promise<T[]> {
    // Without room for them they wait where they are.
    await takeAntiguos().catch(() => {})
    const lista = (await deposito.list<T>(ITEMS)).filter(isWhole).toSorted(compare)
    almacen.set(lista)
    return lista
  }

  /** Shows what has changed, in this tab and in the others. */
  async function tell(): Promise<void> {
    await read()
    const canal = new BroadcastChannel(clave)
    canal.postMessage(null)
    canal.close()
  }

  /** Queue an item until its author can send it, unless the outbox or the storage is full. */
  async function enqueue(
    que: Omit<T, keyof EnCola>,
    { id, username, empresa }: Autor,
  ): Promise<T | 'demasiados' | 'lleno'> {
    const autor = { id, username, empresa }
    const nuevo = { id: uuid(), cuando: Date.now(), autor, ...que } as T
    try {
      if (colaOf(await read(), autor).length >= max) return 'demasiados'
      await deposito.add(ITEMS, [nuevo])
    } catch {
      return 'lleno'
    }
    await tell()
    return nuevo
  }

  return {
    clave,
    almacen,
    read,
    enqueue,
    /** Replaces an item. */
    async keep(p: T): Promise<void> {
      await deposito.keep(ITEMS, [p])
      await tell()
    },
    async discard(id: string): Promise<void> {
      await deposito.remove(ITEMS, [id])
      await tell()
    },
    /** Shows what there is, and what other tabs queue and send from now on. @returns ends it */
    listen(): () => void {
      const reread = () => void read().catch(() => {})
      reread()
      const canal = new BroadcastChannel(clave)
      canal.onmessage = reread
      return () => canal.close()
    },
  }
}
export type Cola<T extends EnCola> = ReturnType<typeof createCola<T>>
