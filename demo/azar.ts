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
    chance: (p: number) => next() < p,
  }
}

export type Azar = ReturnType<typeof createAzar>
