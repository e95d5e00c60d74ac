import type { Mensaje, Resultado } from './mensaje'

/** A message whose sender waits for the result. */
export type Espera = { mensaje: Mensaje; resolve: (r: Resultado) => void; reject: (e: Error) => void }

/** How many readings a message counts for. */
export const peso = (m: Mensaje) => Math.max(1, m.decodificado.lecturas.length)

/** Messages in the order in which they came. */
export function createCola() {
  const esperas: Espera[] = []
  let lecturas = 0

  return {
    get lecturas() {
      return lecturas
    },
    get vacia() {
      return !esperas.length
    },
    push(e: Espera): void {
      esperas.push(e)
      lecturas += peso(e.mensaje)
    },
    /** Takes messages from the front, up to `maximo` readings together, but at least one message. */
    take(maximo: number): Espera[] {
      let n = 0
      let i = 0
      while (i < esperas.length && (i === 0 || n + peso((esperas[i] as Espera).mensaje) <= maximo))
        n += peso((esperas[i++] as Espera).mensaje)
      lecturas -= n
      return esperas.splice(0, i)
    },
  }
}
