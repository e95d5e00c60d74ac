import { expect, test } from 'vitest'
import { isWorthCollecting } from './idle-gc'

test.each([
  ['the first time, once the start is over', 200, null, 0.01, true],
  ['not while it works', 400, 200, 0.5, false],
  ['not for what comes and goes', 210, 200, 0.01, false],
  ['for what a burst left behind', 300, 200, 0.01, true],
])('collects %s', (_, rss, base, busy, expected) => {
  expect(isWorthCollecting(rss as number, base as number | null, busy as number)).toBe(expected)
})
