/**
 * Runs `work`, one run at a time. Callers during a run share the next one: each gets a run that began after its call, and at most one run
 * waits.
 */
export function shareNext<T>(work: () => Promise<T>): () => Promise<T> {
  let cola: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null
  return () => {
    if (next) return next
    const hecho = cola.then(() => {
      next = null
      return work()
    })
    next = hecho
    cola = hecho.catch(() => {})
    return hecho
  }
}
