/** mulberry32: the same numbers for the same seed, on every machine. */
export function createRandom(seed: number) {
  let s = seed >>> 0
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
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    /** One of the entries, chosen by their shares. */
    pickShare<T>(list: readonly (readonly [dato: T, parte: number])[]): T {
      let resto = next() * list.reduce((suma, [, parte]) => suma + parte, 0)
      for (const [dato, parte] of list) {
        resto -= parte
        if (resto < 0) return dato
      }
      return (list.at(-1) as readonly [T, number])[0]
    },
    chance: (p: number) => next() < p,
    /** Normally distributed with mean 0 (Box-Muller). */
    normal: (sigma: number) => sigma * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}

export type Random = ReturnType<typeof createRandom>

/** Mixes several numbers into one seed, so that the random properties of a thing depend only on that thing. */
export function mixSemillas(...numbers: number[]): number {
  let h = 0x811c9dc5
  for (const n of numbers) {
    h = Math.imul(h ^ (n >>> 0), 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
    h ^= h >>> 16
  }
  return h >>> 0
}
