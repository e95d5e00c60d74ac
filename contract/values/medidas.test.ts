import { expect, test } from 'vitest'
import { roundTo } from './medidas'

test('numbers are rounded as toFixed does, also at halves and at the edge of what a double says', () => {
  const numbers = [
    0, -0, 1.0005, 2.675, -2.675, 1.005, -1.005, 0.0005, 15.9995, -15.9995, 0.4995, 1e-9, -1e-9,
  ]
  for (let n = -4000; n <= 4000; n++) numbers.push(n / 2000, n / 200, Math.fround(n / 2000), n * 0.0137)
  // JSON knows no negative zero.
  for (const digits of [2, 3] as const)
    for (const v of numbers) expect(roundTo(v, digits) + 0, `${v}`).toBe(Number(v.toFixed(digits)) + 0)
})
