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
  const timeOf = async (times: readonly number[]) => {
    const start = performance.now()
    const all: number[] = []
    for await (const ms of paced(source(times).reads)) all.push(ms)
    expect(all).toEqual(times)
    return performance.now() - start
  }

  test('rests for as long as each read took, and never for much longer than a call should wait', async () => {
    expect(await timeOf([40, 40, 40])).toBeGreaterThan(2 * 3 * 38)
    const slow = await timeOf([800])
    expect(slow).toBeGreaterThan(890)
    expect(slow).toBeLessThan(1500)
  })

  test('is over for the database as soon as its reader leaves', async () => {
    const { reads, seen } = source([5, 5, 5, 5])
    for await (const _ of paced(reads)) break
    expect(seen).toEqual({ read: 1, closed: true })
  })
})
