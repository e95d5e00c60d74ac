import { expect, test } from 'vitest'
import { judgeReloj } from './reloj-values'

test.each([
  [null, null],
  [0, 'bien'],
  [90, 'bien'],
  [91, 'desviado'],
  [420, 'desviado'],
  [600, 'desviado'],
  [601, 'mal'],
  [86_400, 'mal'],
])('a clock that is off by %s s, ahead or behind, is %s', (s, reloj) => {
  expect([judgeReloj(s, 600), judgeReloj(s && -s, 600)]).toEqual([reloj, reloj])
})
