import { expect, it } from 'vitest'
import { lengthOf, orderStops, type Stop } from './walking-order'

const at = (x: number, y: number) => ({ x, y })

function shortestOf(stops: readonly Stop[]): number {
  const permute = (left: readonly Stop[], way: Stop[]): number =>
    left.length
      ? Math.min(
          ...left.map((s) =>
            permute(
              left.filter((o) => o !== s),
              [...way, s],
            ),
          ),
        )
      : lengthOf(way)
  return permute(stops, [])
}

it('goes along a row from one end, or from where it is to begin', () => {
  const row = [at(3, 0), at(0, 0), at(2, 0), at(1, 0)]
  expect(lengthOf(orderStops(row))).toBe(3)
  const [here] = row
  expect(orderStops(row, here)[0]).toBe(here)
  expect(lengthOf(orderStops(row, here))).toBe(3)
})

it('undoes what crosses: the nearest neighbour alone is longer', () => {
  // From (0,0) the nearest one is (1,0), then (-1.9,0) is left for the end.
  const stops = [at(0, 0), at(1, 0), at(-1.9, 0), at(3, 0), at(-4, 0)]
  expect(lengthOf(orderStops(stops))).toBe(shortestOf(stops))
})

it('has every stop once, and is no more than a twentieth longer than the shortest way', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 48271) % 2147483647
    return seed / 2147483647
  }
  for (let round = 0; round < 20; round++) {
    const stops = Array.from({ length: 7 }, () => at(random(), random()))
    const way = orderStops(stops)
    expect(new Set(way)).toEqual(new Set(stops))
    expect(lengthOf(way)).toBeLessThanOrEqual(shortestOf(stops) * 1.05)
  }
})

it('has no trouble with none, one, or many at the same place', () => {
  expect(orderStops([])).toEqual([])
  expect(orderStops([at(1, 1)])).toEqual([at(1, 1)])
  expect(orderStops(Array.from({ length: 60 }, () => at(1, 1)))).toHaveLength(60)
})
