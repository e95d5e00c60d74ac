import { expect, test } from 'vitest'
import { createHeard } from './heard'

function open(n: number) {
  const s = { n, counted: 0, now: 0, failed: [] as unknown[], fails: false }
  const heard = createHeard(
    async () => {
      s.counted++
      if (s.fails) throw new Error('no database')
      return new Map([
        [1, 1],
        [2, s.n - 1],
      ])
    },
    (e) => s.failed.push(e),
    () => s.now,
  )
  return { s, ask: async () => (await heard(1)).get(2) }
}

test('a small plant is counted for each call', async () => {
  const { s, ask } = open(20_000)
  expect(await ask()).toBe(19_999)
  s.n = 10
  expect(await ask()).toBe(9)
})

test('a large plant gets a count of the last minute', async () => {
  const { s, ask } = open(20_001)
  expect(await ask()).toBe(20_000)
  s.n = 30_001
  s.now = 30_000
  expect(await ask()).toBe(20_000)
  expect(s.counted).toBe(1)
  s.now = 30_001
  expect(await Promise.all([ask(), ask()])).toEqual([20_000, 20_000])
  expect(s.counted).toBe(2)
  expect(await ask()).toBe(30_000)
  s.n = 40_001
  s.now = 90_002
  expect(await ask()).toBe(40_000)
})

test('a count that fails is reported, and the next call counts anew', async () => {
  const { s, ask } = open(20_001)
  await ask()
  s.now = 60_000
  s.fails = true
  expect(await ask()).toBe(20_000)
  await expect.poll(() => s.failed.length).toBe(1)
  await expect(ask()).rejects.toThrow('no database')
  s.fails = false
  s.n = 5
  expect(await ask()).toBe(4)
})
