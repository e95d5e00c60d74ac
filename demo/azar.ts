/** mulberry32: the same numbers for the same seed, on every machine. */
export function createAzar(semilla: number) {
  let s = semilla >>> 0
  const next = () => {
    s = (s + 0x6d2b79f5) >>> 0
    let t = Math.imul(s ^ (s >>> 15), 1 | s)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (min: number, max: number) => min + (max - min) * next(),
    int: (min: number, max: number) => Math.floor(min + (max - min + 1) * next()),
    pick: <T>(lista: readonly T[]): T => lista[Math.floor(next() * lista.length)] as T,
    /** One of those with their shares. */
    pickShare<T>(lista: readonly (readonly [dato: T, parte: number])[]): T {
      let resto = next() * lista.reduce((suma, [, parte]) => suma + parte, 0)
      for (const [dato, parte] of lista) {
        resto -= parte
        if (resto < 0) return dato
      }
      return (lista.at(-1) as readonly [T, number])[0]
    },
    chance: (p: number) => next() < p,
    /** Gaussian with mean 0 (Box and Muller). */
    normal: (sigma: number) => sigma * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}

export type Azar = ReturnType<typeof createAzar>

/** One seed out of several numbers: what chance decides about a thing depends on that thing only. */
export function mixSemillas(...numeros: number[]): number {
  let h = 0x811c9dc5
  for (const n of numeros) {
    h = Math.imul(h ^ (n >>> 0), 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
    h ^= h >>> 16
  }
  return h >>> 0
}
