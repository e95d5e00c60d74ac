/** Object stores by name: the field that is the key, and the field that has an index. */
type Almacenes = Record<string, { clave: string; indice?: string }>

/**
 * An IndexedDB database for data that must survive even when the page is killed right after a write: a write resolves once it is on disk.
 * `localStorage` is limited to 5 MB, is written whole each time, and reaches the disk some seconds later.
 * @param version one more than in the last build if this one adds stores
 */
export function createDeposito<A extends Almacenes>(nombre: string, almacenes: A, version = 1) {
  type Nombre = keyof A & string
  let abierto: Promise<IDBDatabase> | undefined

  const open = () => {
    abierto ??= new Promise<IDBDatabase>((resolve, reject) => {
      const pide = indexedDB.open(nombre, version)
      pide.onupgradeneeded = () => {
        for (const [almacen, { clave, indice }] of Object.entries(almacenes)) {
          if (pide.result.objectStoreNames.contains(almacen)) continue
          const s = pide.result.createObjectStore(almacen, { keyPath: clave })
          if (indice) s.createIndex(indice, indice)
        }
      }
      pide.onsuccess = () => {
        // Another tab runs a later build, or the user clears the site data.
        pide.result.onversionchange = () => {
          pide.result.close()
          abierto = undefined
        }
        resolve(pide.result)
      }
      pide.onerror = () => reject(pide.error)
    })
    abierto.catch(() => {
      abierto = undefined
    })
    return abierto
  }

  async function run<T>(
    almacen: Nombre,
    modo: IDBTransactionMode,
    work: (s: IDBObjectStore) => IDBRequest<T> | undefined,
  ): Promise<T | undefined> {
    const db = await open()
    return new Promise((resolve, reject) => {
      const tx = db.transaction(almacen, modo, { durability: 'strict' })
      const pide = work(tx.objectStore(almacen))
      tx.oncomplete = () => resolve(pide?.result)
      tx.onabort = () => reject(tx.error)
    })
  }

  return {
    /** Write entries, all or none. Rejects if the browser has no space left. */
    put: (almacen: Nombre, entradas: readonly unknown[]) =>
      run(almacen, 'readwrite', (s) => {
        for (const e of entradas) s.put(e)
        return undefined
      }),
    get: <T>(almacen: Nombre, clave: IDBValidKey) =>
      run<T | undefined>(almacen, 'readonly', (s) => s.get(clave)),
    /** @param valor of the indexed field; absent: all entries */
    list: async <T>(almacen: Nombre, valor?: IDBValidKey): Promise<T[]> =>
      (await run<T[]>(almacen, 'readonly', (s) =>
        valor === undefined ? s.getAll() : s.index(almacenes[almacen]?.indice as string).getAll(valor),
      )) ?? [],
    remove: (almacen: Nombre, claves: readonly IDBValidKey[]) =>
      run(almacen, 'readwrite', (s) => {
        for (const c of claves) s.delete(c)
        return undefined
      }),
  }
}
