import { useState } from 'react'

/** The value, or the last one that there was: what was open stays drawn while it closes. */
export function useUltimo<T>(valor: T | undefined): T | undefined {
  const [ultimo, setUltimo] = useState(valor)
  if (valor !== undefined && valor !== ultimo) setUltimo(valor)
  return valor ?? ultimo
}
