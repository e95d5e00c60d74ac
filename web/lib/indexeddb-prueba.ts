import * as fake from 'fake-indexeddb'
import { vi } from 'vitest'

/** An empty IndexedDB for a test, which can be full, and whose open databases can be closed as a browser does. */
export function startIndexedDb() {
  for (const [nombre, valor] of Object.entries(fake))
    if (nombre.startsWith('IDB')) vi.stubGlobal(nombre, valor)
  const fabrica = new fake.IDBFactory()
  vi.stubGlobal('indexedDB', fabrica)
  const abiertas: IDBDatabase[] = []
  let aperturas = 0
  const open = fabrica.open.bind(fabrica)
  fabrica.open = (...que) => {
    const pide = open(...que)
    pide.addEventListener('success', () => {
      aperturas++
      abiertas.push(pide.result as unknown as IDBDatabase)
    })
    return pide
  }
  let lleno = false
  const { put } = fake.IDBObjectStore.prototype
  vi.spyOn(fake.IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: InstanceType<typeof fake.IDBObjectStore>,
    ...que
  ) {
    if (lleno) throw new DOMException('full', 'QuotaExceededError')
    return put.apply(this, que)
  })
  return {
    /** Whether there is no room for another byte. */
    setLleno(si: boolean): void {
      lleno = si
    },
    /** How often a database was opened. */
    aperturas: () => aperturas,
    /** The browser closes all open databases, and says so (`avisa`) or not. */
    closeAll(avisa: boolean): void {
      for (const db of abiertas.splice(0))
        if (avisa) fake.forceCloseDatabase(db as never)
        else db.close()
    },
  }
}
