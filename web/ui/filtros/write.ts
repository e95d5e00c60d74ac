import { useEffect, useRef, useState } from 'react'

/** How long typing rests before it filters. */
const ESPERA_MS = 300

/** `seguido`: it takes the place of what was typed before, so that one step back leaves the filter. */
export type OnWrite = (valor: string | undefined, seguido: boolean) => void

/**
 * The text of a field that filters while it is typed, and a way to change it. `valor` is what the address says now;
 * what is told is trimmed, and blank is undefined.
 */
export function useWrite(valor = '', onChange: OnWrite, esperaOf?: (texto: string) => number) {
  const [texto, setTexto] = useState(valor)
  const pedido = useRef(valor)
  const alEscribir = useRef(onChange)
  alEscribir.current = onChange

  useEffect(() => {
    if (valor === pedido.current) return
    pedido.current = valor
    setTexto(valor)
  }, [valor])

  useEffect(() => {
    const nuevo = texto.trim()
    if (nuevo === pedido.current) return
    const reloj = setTimeout(() => {
      const seguido = pedido.current !== ''
      pedido.current = nuevo
      alEscribir.current(nuevo || undefined, seguido)
    }, esperaOf?.(nuevo) ?? ESPERA_MS)
    return () => clearTimeout(reloj)
  }, [texto, esperaOf])

  return [texto, setTexto] as const
}
