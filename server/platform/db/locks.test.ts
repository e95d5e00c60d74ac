import { expect, test } from 'vitest'
import { LOCKS } from './locks'

test('no two locks have one number', () => {
  const numbers = Object.values(LOCKS)
  expect(new Set([...numbers, 72658]).size).toBe(numbers.length + 1)
})
