import { demasiadas } from './errores'

type Limite = {
  /** Key that the limit applies to: the whole process, a person or an address. */
  clave: string
  max: number
  /** Error message where no slot is free. */
  mensaje: string
}

/**
 * Slots of this process, for work that occupies its memory and processor for a while.
 * @param seconds Retry-After where no slot is free
 * @returns takes one slot of each limit, or throws 429 and takes none; the function that it returns releases them, once
 */
export function createSlots(seconds: number): (limites: readonly Limite[]) => () => void {
  const ocupadas = new Map<string, number>()
  return (limites) => {
    for (const { clave, max, mensaje } of limites)
      if ((ocupadas.get(clave) ?? 0) >= max) throw demasiadas(seconds, mensaje)
    for (const { clave } of limites) ocupadas.set(clave, (ocupadas.get(clave) ?? 0) + 1)
    let suyas = true
    return () => {
      if (!suyas) return
      suyas = false
      for (const { clave } of limites) {
        const quedan = (ocupadas.get(clave) ?? 1) - 1
        if (quedan > 0) ocupadas.set(clave, quedan)
        else ocupadas.delete(clave)
      }
    }
  }
}
