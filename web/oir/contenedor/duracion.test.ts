import { expect, test } from 'vitest'
import { tiempoAbierto } from './duracion'

const [DESDE, HASTA] = ['2026-06-01T10:00:00+02:00', '2026-06-04T14:00:00+02:00']

test.each([
  [1560, '26 h abiertas'],
  [248, '4 h 8 min abiertas'],
  [120, '2 h abiertas'],
  [45, '45 min abiertos'],
  [0, '0 min abiertos'],
  [4560, null],
  [null, null],
])('%s open minutes of three days read %s', (minutos, dice) => {
  expect(tiempoAbierto(minutos, DESDE, HASTA, 0)).toBe(dice)
  expect(tiempoAbierto(minutos, DESDE, null, Date.parse(HASTA))).toBe(dice)
})
