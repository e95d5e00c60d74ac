import { expect, test } from 'vitest'
import { createPauses } from './pauses'

test('work gives way once it has held the loop for its time, and not before', async () => {
  const brief = createPauses(60_000)
  expect(brief()).toBeUndefined()
  const long = createPauses(0)
  let others = 0
  setImmediate(() => others++)
  expect(others).toBe(0)
  await long()
  expect(others).toBe(1)
})
