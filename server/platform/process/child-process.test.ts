import { expect, test } from 'vitest'
import { fitLimits } from './child-process'

const GB = 2 ** 30
const FORECAST = { ms: 1000, objetosMb: 4096, bytes: 6 * GB }
const BOOK = { ms: 1000, objetosMb: 512, bytes: 0.75 * GB, atOnce: 2 }

test.each([
  ['what it asks for, where there is plenty', FORECAST, 64 * GB, { bytes: 6 * GB, objetosMb: 4096 }],
  ['half of a small container', FORECAST, GB, { bytes: GB / 2, objetosMb: 341 }],
  ['half among those that may run at once', BOOK, GB, { bytes: GB / 4, objetosMb: 170 }],
])('a child process may take %s', (_, limits, memory, expected) => {
  const fitted = fitLimits(limits, memory)
  expect(fitted).toMatchObject(expected)
  expect(fitted.objetosMb * 2 ** 20).toBeLessThan(fitted.bytes)
})
