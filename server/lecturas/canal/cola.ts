import type { Mensaje, Resultado } from './mensaje'

/** A part of the log: after which number it comes, and its own. */
export type Tramo = { desde: number; hasta: number }

/** Messages that are committed together, whose sender waits for the results. */
export type Espera = {
  mensajes: Mensaje[]
  /** Where they come from the log. */
  tramo: Tramo | null
  resolve: (r: Resultado[]) => void
  reject: (e: Error) => void
}

/** How many readings a message counts for. */
export const pesoOf = (m: Mensaje) => Math.max(1, m.decodificado.lecturas.length)

const peso = (e: Espera) => e.mensajes.reduce((s, m) => s + pesoOf(m), 1)

/** A record of the log that says nothing arrived with the one before. */
const arrivalOf = (e: Espera) => e.mensajes[0]?.recibido ?? 0

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
      lecturas += peso(e)
    },
    /** When the first one of them arrived, Unix ms; null: nothing waits. */
    get primera(): number | null {
      const e = esperas[0]
      return e ? arrivalOf(e) : null
    },
    /**
     * Takes messages from the front, up to `maximo` readings together, but at least one message.
     * @param hasta those that arrived later stay, Unix ms
     */
    take(maximo: number, hasta = Number.POSITIVE_INFINITY): Espera[] {
      let n = 0
      let i = 0
      for (; i < esperas.length; i++) {
        const e = esperas[i] as Espera
        if (arrivalOf(e) > hasta || (i > 0 && n + peso(e) > maximo)) break
        n += peso(e)
      }
      lecturas -= n
      return esperas.splice(0, i)
    },
  }
}
