import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Medida } from './geometria'

/** Inner size of an element, in CSS pixels; undefined before it is measured. */
export function useMedida(caja: RefObject<HTMLElement | null>): Medida | undefined {
  const [medida, setMedida] = useState<Medida>()
  useLayoutEffect(() => {
    const el = caja.current
    if (!el) return
    const measure = () => {
      // The border box does not change when scroll bars appear or disappear.
      const { width, height } = el.getBoundingClientRect()
      setMedida((previa) =>
        previa?.ancho === width && previa.alto === height ? previa : { ancho: width, alto: height },
      )
    }
    measure()
    const observador = new ResizeObserver(measure)
    observador.observe(el)
    return () => observador.disconnect()
  }, [caja])
  return medida
}
