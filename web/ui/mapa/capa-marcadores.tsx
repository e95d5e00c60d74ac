import { type ReactNode, useCallback, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useSuperficie } from './contexto'

export type Marcable = { clave: string; lat: number; lon: number }

type Props<T extends Marcable> = {
  marcadores: T[]
  draw: (marcador: T) => ReactNode
  /** Stacking order among the layers of the map. */
  nivel?: number
  /** Labels and other elements without pointer events. */
  decorativa?: boolean
}

const DURACION_MS = 150

/**
 * DOM elements centred on coordinates. They follow every frame of the map without a React render; an element whose coordinates change
 * glides to the new place.
 */
export function CapaMarcadores<T extends Marcable>({ marcadores, draw, nivel = 1, decorativa }: Props<T>) {
  const mapa = useSuperficie()
  const elementos = useRef(new Map<string, HTMLElement>())
  const actuales = useRef(new Map<string, T>())

  const place = useCallback(
    (clave: string, m: Marcable) => {
      const el = elementos.current.get(clave)
      if (!el) return
      const { x, y } = mapa.project([m.lon, m.lat])
      el.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`
    },
    [mapa],
  )

  useLayoutEffect(() => {
    const onMove = () => {
      for (const [clave, m] of actuales.current) place(clave, m)
    }
    mapa.on('move', onMove)
    mapa.on('resize', onMove)
    return () => {
      mapa.off('move', onMove)
      mapa.off('resize', onMove)
    }
  }, [mapa, place])

  useLayoutEffect(() => {
    const quieto = matchMedia('(prefers-reduced-motion: reduce)').matches
    const previos = actuales.current
    actuales.current = new Map(marcadores.map((m) => [m.clave, m]))
    for (const m of marcadores) {
      const antes = previos.get(m.clave)
      const el = elementos.current.get(m.clave)
      if (el && antes && !quieto && (antes.lat !== m.lat || antes.lon !== m.lon)) {
        el.style.transition = `transform ${DURACION_MS}ms ease-out`
        setTimeout(() => {
          el.style.transition = ''
        }, DURACION_MS)
      }
      place(m.clave, m)
    }
  }, [marcadores, place])

  return createPortal(
    <div
      aria-hidden={decorativa || undefined}
      style={{ position: 'absolute', inset: 0, zIndex: nivel, pointerEvents: 'none' }}
    >
      {marcadores.map((m) => (
        <div
          key={m.clave}
          className="marcador-caja"
          ref={(el) => {
            if (el) elementos.current.set(m.clave, el)
            else elementos.current.delete(m.clave)
          }}
          style={{ position: 'absolute', left: 0, top: 0, pointerEvents: decorativa ? 'none' : 'auto' }}
        >
          {draw(m)}
        </div>
      ))}
    </div>,
    mapa.getCanvasContainer(),
  )
}
