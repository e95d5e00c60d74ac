/**
 * Runs of `hacer` one after the other. Those who ask while one is under way share the next: each gets what was begun
 * after it asked, and however many ask, one run waits.
 */
export function shareNext<T>(work: () => Promise<T>): () => Promise<T> {
  let cola: Promise<unknown> = Promise.resolve()
  let siguiente: Promise<T> | null = null
  return () => {
    if (siguiente) return siguiente
    const hecho = cola.then(() => {
      siguiente = null
      return work()
    })
    siguiente = hecho
    cola = hecho.catch(() => {})
    return hecho
  }
}
