import { type IDBPDatabase, openDB } from 'idb'

/** Object stores by name: the field that is the key, and the field that has an index. */
type Almacenes = Record<string, { clave: string; indice?: string }>

type Entrada = Record<string, unknown>
type Clave = string | number

/** The browser has closed the database, as iOS does while the page is in the background; or it broke off what was under way. */
const CLOSED: ReadonlySet<string> = new Set(['InvalidStateError', 'UnknownError', 'AbortError'])
const isClosed = (e: unknown) => e instanceof DOMException && CLOSED.has(e.name)

/** An open database, which opens itself again once it was closed. */
function createBase(nombre: string, almacenes: Almacenes, version: number) {
  let abierta: Promise<IDBPDatabase> | undefined

  const forget = (una: Promise<IDBPDatabase>) => {
    if (abierta === una) abierta = undefined
  }

  function open(): Promise<IDBPDatabase> {
    if (abierta) return abierta
    const una: Promise<IDBPDatabase> = openDB(nombre, version, {
      upgrade(db) {
        for (const [almacen, { clave, indice }] of Object.entries(almacenes)) {
          if (db.objectStoreNames.contains(almacen)) continue
          const s = db.createObjectStore(almacen, { keyPath: clave })
          if (indice) s.createIndex(indice, indice)
        }
      },
      // Another tab runs a later build, or the user clears the site data.
      blocking(_antes, _despues, e) {
        ;(e.target as IDBDatabase).close()
        forget(una)
      },
      terminated: () => forget(una),
    })
    abierta = una
    una.catch(() => forget(una))
    return una
  }

  /** Works with the database; once more with a new connection if it turns out to be closed. What is written twice is as written once. */
  return async function run<T>(work: (db: IDBPDatabase) => Promise<T>): Promise<T> {
    const una = open()
    try {
      return await work(await una)
    } catch (e) {
      if (!isClosed(e)) throw e
      forget(una)
      return work(await open())
    }
  }
}

/** Writes and deletes in one transaction: all or nothing. Resolves once it is on the disk. */
async function write(db: IDBPDatabase, almacen: string, puestas: Iterable<unknown>, fuera: Iterable<Clave>) {
  const tx = db.transaction(almacen, 'readwrite', { durability: 'strict' })
  // The transaction tells why it failed, if one of its requests does.
  const ignore = () => {}
  try {
    for (const e of puestas) tx.store.put(e).catch(ignore)
    for (const c of fuera) tx.store.delete(c).catch(ignore)
  } catch (e) {
    tx.done.catch(ignore)
    tx.abort()
    throw e
  }
  await tx.done
}

/**
 * An IndexedDB database for data that must survive even when the page is killed right after a write: a write resolves once it is on disk.
 * `localStorage` is limited to 5 MB, is written whole each time, and reaches the disk some seconds later. What has become of an entry (it
 * was sent, refused, replaced, deleted) is not lost while the page lives: where the browser has no room for it, the page keeps it, and
 * writes it with the next one that there is room for.
 * @param version one more than in the last build if this one adds stores
 */
export function createDeposito<A extends Almacenes>(nombre: string, almacenes: A, version = 1) {
  type Nombre = keyof A & string
  const run = createBase(nombre, almacenes, version)
  /** What could not be written, by store and key; null: deleted. */
  const aparte = new Map<Nombre, Map<Clave, Entrada | null>>()

  const keyOf = (almacen: Nombre, e: Entrada) => e[almacenes[almacen]?.clave as string] as Clave
  function asideOf(almacen: Nombre): Map<Clave, Entrada | null> {
    const suyas = aparte.get(almacen) ?? new Map<Clave, Entrada | null>()
    aparte.set(almacen, suyas)
    return suyas
  }

  /** Writes these changes, and then what waits for room. Rejects if these have none. */
  async function change(almacen: Nombre, cambios: ReadonlyMap<Clave, Entrada | null>): Promise<void> {
    const save = (de: ReadonlyMap<Clave, Entrada | null>) =>
      run((db) =>
        write(
          db,
          almacen,
          [...de.values()].filter((e) => e !== null),
          [...de].flatMap(([c, e]) => (e === null ? [c] : [])),
        ),
      )
    await save(cambios)
    const suyas = asideOf(almacen)
    for (const c of cambios.keys()) suyas.delete(c)
    if (!suyas.size) return
    const these = new Map(suyas)
    const saved = await save(these).then(
      () => true,
      () => false,
    )
    if (saved) for (const [c, e] of these) if (suyas.get(c) === e) suyas.delete(c)
  }

  /** The same; without room the page keeps them. */
  const keep = (almacen: Nombre, cambios: ReadonlyMap<Clave, Entrada | null>) =>
    change(almacen, cambios).catch(() => {
      const suyas = asideOf(almacen)
      for (const [c, e] of cambios) suyas.set(c, e)
    })

  const byKey = (almacen: Nombre, entradas: readonly object[]) =>
    new Map((entradas as readonly Entrada[]).map((e) => [keyOf(almacen, e), e]))

  return {
    /** Write new entries, all or none. Rejects if the browser has no room for them. */
    add: (almacen: Nombre, entradas: readonly object[]) => change(almacen, byKey(almacen, entradas)),
    /** Replace entries, or write what can be fetched again. */
    keep: (almacen: Nombre, entradas: readonly object[]) => keep(almacen, byKey(almacen, entradas)),
    remove: (almacen: Nombre, claves: readonly Clave[]) =>
      keep(almacen, new Map(claves.map((c) => [c, null]))),
    async get<T>(almacen: Nombre, clave: Clave): Promise<T | undefined> {
      const suya = aparte.get(almacen)?.get(clave)
      if (suya !== undefined) return (suya ?? undefined) as T | undefined
      return run((db) => db.get(almacen, clave))
    },
    /** @param valor of the indexed field; absent: all entries */
    async list<T>(almacen: Nombre, valor?: Clave): Promise<T[]> {
      const indice = almacenes[almacen]?.indice as string
      const leidas: Entrada[] = await run((db) =>
        valor === undefined ? db.getAll(almacen) : db.getAllFromIndex(almacen, indice, valor),
      )
      const suyas = aparte.get(almacen)
      if (!suyas?.size) return leidas as T[]
      const puestas = [...suyas.values()].filter((e) => e !== null)
      return [
        ...leidas.filter((e) => !suyas.has(keyOf(almacen, e))),
        ...puestas.filter((e) => valor === undefined || e[indice] === valor),
      ] as T[]
    },
  }
}
