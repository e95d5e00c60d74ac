import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** Whether an element is narrower than `limite` CSS pixels. */
export function useEstrecha(caja: RefObject<HTMLElement | null>, limite: number): boolean {
  const [estrecha, setEstrecha] = useState(() => innerWidth < limite)
  useLayoutEffect(() => {
    const el = caja.current
    if (!el) return
    const measure = () => {
      // A hidden tab measures 0 and keeps its layout.
      if (el.clientWidth > 0) setEstrecha(el.clientWidth < limite)
    }
    measure()
    const observador = new ResizeObserver(measure)
    observador.observe(el)
    return () => observador.disconnect()
  }, [caja, limite])
  return estrecha
}

const dedo = matchMedia('(pointer: coarse)')

/** Whether the main pointer is a finger, which needs rows of 44 px. */
export function useTactil(): boolean {
  return useSyncExternalStore(
    (fn) => {
      dedo.addEventListener('change', fn)
      return () => dedo.removeEventListener('change', fn)
    },
    () => dedo.matches,
  )
}
