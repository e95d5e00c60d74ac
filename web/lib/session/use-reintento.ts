import { useEffect } from 'react'

/**
 * While `activo`, runs `attempt` now, every `cadaMs` and whenever the network comes back.
 * @param attempt handles its own failures; must be the same function on every render
 */
export function useReintento(activo: boolean, attempt: () => unknown, cadaMs: number): void {
  useEffect(() => {
    if (!activo) return
    const now = () => void attempt()
    now()
    const clock = setInterval(now, cadaMs)
    addEventListener('online', now)
    return () => {
      clearInterval(clock)
      removeEventListener('online', now)
    }
  }, [activo, attempt, cadaMs])
}
