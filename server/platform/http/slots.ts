import { demasiadas } from './errores'

type Limite = {
  /** What the limit is counted for: the whole process, or what a person or an address holds of it. */
  clave: string
  max: number
  /** What is said where there are no more of them. */
  mensaje: string
}

/**
 * Places of this process, whose memory and processor they are about, for what stays open for a while.
 * @param segundos after which to ask again where there is no place
 * @returns takes one place of each limit, or throws 429 and takes none; what it returns gives them back, once
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
