import { useEffect, useRef, useState } from 'react'

/** Debounce of the typed text. */
const ESPERA_MS = 300

/** `seguido`: replaces the history entry of the text typed before, so that one step back removes the filter. */
export type OnWrite = (valor: string | undefined, seguido: boolean) => void

/**
 * The text of a filter that applies while the user types, with its setter. `valor` is the current value in the address; the reported text
 * is trimmed, and undefined if blank.
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
