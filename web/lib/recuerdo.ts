/**
 * Small texts that the browser remembers. Where it has no room for one, or allows no storage at all, the page remembers it until it is
 * closed: nothing that a person does fails because of that.
 */
function createRecuerdo(storage: () => Storage) {
  /** What the browser did not take; null: what it did not let go. */
  const aparte = new Map<string, string | null>()

  function change(clave: string, valor: string | null, work: (s: Storage) => void): void {
    try {
      work(storage())
      aparte.delete(clave)
    } catch {
      aparte.set(clave, valor)
    }
  }

  return {
    get(clave: string): string | null {
      const suyo = aparte.get(clave)
      if (suyo !== undefined) return suyo
      try {
        return storage().getItem(clave)
      } catch {
        return null
      }
    },
    set: (clave: string, valor: string) => change(clave, valor, (s) => s.setItem(clave, valor)),
    remove: (clave: string) => change(clave, null, (s) => s.removeItem(clave)),
  }
}

/** Of this browser. */
export const recuerdo = createRecuerdo(() => localStorage)
/** Of this tab. */
export const recuerdoDePestana = createRecuerdo(() => sessionStorage)
