import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { paced } from './pace'

describe('reading a whole set', () => {
  /** @returns reads with these durations, and a record of them */
  function source(times: readonly number[]) {
    const seen = { read: 0, closed: false }
    async function* read() {
      try {
        for (const ms of times) {
          await sleep(ms)
          seen.read++
          yield ms
        }
      } finally {
        seen.closed = true
      }
    }
    return { reads: read(), seen }
  }
  /** The pauses between reads with these durations, ms. */
  const restsOf = async (times: readonly number[]) => {
    const all: number[] = []
    const rests: number[] = []
    for await (const ms of paced(source(times).reads, async (rest) => rests.push(rest))) all.push(ms)
    expect(all).toEqual(times)
    return rests
  }

  test('rests for as long as each read took, and never for much longer than a call should wait', async () => {
    const rests = await restsOf([40, 60, 80])
    expect(rests).toHaveLength(3)
    for (const [i, rest] of rests.entries()) expect(rest).toBeGreaterThan(38 + 20 * i)
    expect(await restsOf([400])).toEqual([100])
  })

  test('is over for the database as soon as its reader leaves', async () => {
    const { reads, seen } = source([5, 5, 5, 5])
    for await (const _ of paced(reads)) break
    expect(seen).toEqual({ read: 1, closed: true })
  })
})
