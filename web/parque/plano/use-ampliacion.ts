import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

export const MAX_ZOOM = 3
const PASO = 1.3

const clamp = (z: number) => Math.min(MAX_ZOOM, Math.max(1, z))
const distancia = (t: TouchList) =>
  t[0] && t[1] ? Math.hypot(t[0].clientX - t[1].clientX, t[0].clientY - t[1].clientY) : 0

/** Zoom factor of a plan in a frame that scrolls: by buttons, pinch, or Ctrl and the wheel. */
export function useAmpliacion(caja: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(1)
  const actual = useRef(zoom)
  /** The anchor of a zoom: a point of the frame that stays in place, and the previous zoom. */
  const ancla = useRef<{ x: number; y: number; antes: number }>(undefined)

  const zoomTo = useCallback(
    (a: number, en?: { clientX: number; clientY: number }) => {
      const marco = caja.current?.getBoundingClientRect()
      const z = clamp(a)
      if (!marco || z === actual.current) return
      ancla.current = {
        x: en ? en.clientX - marco.left : marco.width / 2,
        y: en ? en.clientY - marco.top : marco.height / 2,
        antes: actual.current,
      }
      actual.current = z
      setZoom(z)
    },
    [caja],
  )

  useLayoutEffect(() => {
    const el = caja.current
    const a = ancla.current
    if (!el || !a) return
    const veces = zoom / a.antes
    el.scrollTo((el.scrollLeft + a.x) * veces - a.x, (el.scrollTop + a.y) * veces - a.y)
    ancla.current = undefined
  }, [zoom, caja])

  useEffect(() => {
    const el = caja.current
    if (!el) return
    let pellizco: { lejos: number; zoom: number } | undefined
    const start = (e: TouchEvent) => {
      pellizco = e.touches.length === 2 ? { lejos: distancia(e.touches), zoom: actual.current } : undefined
    }
    const move = (e: TouchEvent) => {
      const [a, b] = [e.touches[0], e.touches[1]]
      if (!pellizco || !a || !b) return
      e.preventDefault()
      zoomTo((pellizco.zoom * distancia(e.touches)) / pellizco.lejos, {
        clientX: (a.clientX + b.clientX) / 2,
        clientY: (a.clientY + b.clientY) / 2,
      })
    }
    const roll = (e: WheelEvent) => {
      if (!e.ctrlKey && !e.metaKey) return
      e.preventDefault()
      zoomTo(actual.current * Math.exp(-e.deltaY / 300), e)
    }
    el.addEventListener('touchstart', start, { passive: true })
    // Otherwise the browser would zoom the page and the wheel would scroll.
    el.addEventListener('touchmove', move, { passive: false })
    el.addEventListener('wheel', roll, { passive: false })
    return () => {
      el.removeEventListener('touchstart', start)
      el.removeEventListener('touchmove', move)
      el.removeEventListener('wheel', roll)
    }
  }, [caja, zoomTo])

  return {
    zoom,
    zoomIn: () => zoomTo(actual.current * PASO),
    zoomOut: () => zoomTo(actual.current / PASO),
  }
}
