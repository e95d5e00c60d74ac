import { useSyncExternalStore } from 'react'

const PASO_MS = 15_000

let ahora = Date.now()
let reloj: ReturnType<typeof setInterval> | undefined
const oyentes = new Set<() => void>()

function subscribe(fn: () => void): () => void {
  oyentes.add(fn)
  reloj ??= setInterval(() => {
    ahora = Date.now()
    for (const oyente of oyentes) oyente()
  }, PASO_MS)
  return () => {
    oyentes.delete(fn)
    if (oyentes.size > 0) return
    clearInterval(reloj)
    reloj = undefined
  }
}

/** The time in ms, updated every 15 s: one clock for all relative times on the screen. */
export function useAhora(): number {
  return useSyncExternalStore(subscribe, () => ahora)
}
