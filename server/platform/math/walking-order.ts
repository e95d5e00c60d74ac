/** Somewhere to go to, in any unit of length. */
export type Stop = { x: number; y: number }

const distance = (a: Stop, b: Stop) => Math.hypot(a.x - b.x, a.y - b.y)

/** Length of the way through the stops, from the first to the last. */
export const lengthOf = (way: readonly Stop[]): number =>
  way.reduce((sum, s, i) => sum + (i ? distance(way[i - 1] as Stop, s) : 0), 0)

/** Repeatedly take the nearest stop that is left. */
function nearestNeighbour<T extends Stop>(stops: readonly T[], first: T): T[] {
  const left = stops.filter((s) => s !== first)
  const way = [first]
  for (let here = first; left.length; ) {
    const i = left.reduce((best, s, j) => (distance(here, s) < distance(here, left[best] as T) ? j : best), 0)
    here = left.splice(i, 1)[0] as T
    way.push(here)
  }
  return way
}

/** An improvement smaller than this is ignored: rounding errors would turn pieces for ever. */
const EPSILON = 1e-9

/** 2-opt (Croes 1958): reverse pieces of the way as long as that makes it shorter. The first stop stays. */
function twoOpt<T extends Stop>(way: readonly T[]): T[] {
  const w = [...way]
  for (let better = true; better; ) {
    better = false
    for (let i = 1; i < w.length - 1; i++)
      for (let j = i + 1; j < w.length; j++) {
        const [a, b, c, d] = [w[i - 1] as T, w[i] as T, w[j] as T, w[j + 1]]
        const gain = distance(a, b) + (d ? distance(c, d) : 0) - distance(a, c) - (d ? distance(b, d) : 0)
        if (gain > EPSILON) {
          w.splice(i, j - i + 1, ...w.slice(i, j + 1).reverse())
          better = true
        }
      }
  }
  return w
}

/**
 * A short way through all stops: nearest neighbour, then 2-opt. It may end anywhere.
 * @param first where it begins; unset: the stop that makes it shortest
 */
export function orderStops<T extends Stop>(stops: readonly T[], first?: T): T[] {
  if (stops.length < 2) return [...stops]
  const ways = (first ? [first] : stops).map((s) => twoOpt(nearestNeighbour(stops, s)))
  return ways.reduce((best, w) => (lengthOf(w) < lengthOf(best) - EPSILON ? w : best))
}
