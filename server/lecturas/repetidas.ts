/** A reading without a time of its own that comes again, the same to the letter, this soon is its repetition. */
const SIN_HORA_MS = 5000
const GENERACION_MS = 5 * 60_000
const MAX_POR_GENERACION = 300_000

/** cyrb53, a public-domain string hash: 53 bits, spread well enough for a window of minutes; not for secrets. */
export function huellaDe(texto: string): number {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < texto.length; i++) {
    const c = texto.charCodeAt(i)
    a = Math.imul(a ^ c, 2654435761)
    b = Math.imul(b ^ c, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}

/** Readings seen in the last five to ten minutes, in two generations so that forgetting costs nothing. */
export function createRepetidas() {
  let nueva = new Map<number, number>()
  let vieja = new Map<number, number>()
  let desde = Date.now()

  return {
    /** True when this reading was seen before; remembers it otherwise. */
    seen(huella: number, tieneHora: boolean, ahora: number): boolean {
      if (ahora - desde > GENERACION_MS || nueva.size > MAX_POR_GENERACION) {
        vieja = nueva
        nueva = new Map()
        desde = ahora
      }
      const antes = nueva.get(huella) ?? vieja.get(huella)
      if (antes !== undefined && (tieneHora || ahora - antes < SIN_HORA_MS)) return true
      nueva.set(huella, ahora)
      return false
    },
    /** A reading that could not be committed was not seen. */
    forget(huella: number): void {
      nueva.delete(huella)
      vieja.delete(huella)
    },
  }
}

export type Repetidas = ReturnType<typeof createRepetidas>
