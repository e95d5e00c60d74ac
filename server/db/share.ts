/**
 * Runs `hacer`, one run at a time. Callers during a run share the next one, so each gets a run that began after its
 * call, and at most one run waits.
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
