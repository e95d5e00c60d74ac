import { expect, test } from 'vitest'
import { formatRevision } from './campos'

const NADA = { hubo_golpe_real: false, hubo_danio: false, mirado: false }

test.each([
  [NADA, false, 'Sin mirar'],
  [NADA, true, 'Golpe real: no · Daño en pieza: no'],
  [{ ...NADA, mirado: true }, false, 'Golpe real: no · Daño en pieza: no'],
  [{ ...NADA, hubo_golpe_real: true, mirado: true }, false, 'Golpe real: sí · Daño en pieza: no'],
])('%j, looked at %j: %s', (i, miradas, texto) => {
  expect(formatRevision(i, miradas)).toBe(texto)
})
