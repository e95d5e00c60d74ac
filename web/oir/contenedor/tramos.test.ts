import { expect, test } from 'vitest'
import type { Estancia } from '#contract/parque/estancias/estancias'
import { tramosOf } from './tramos'

const en = (...lugares: (string | null)[]) =>
  lugares.map(
    (Ubicacion): Estancia => ({
      Ubicacion,
      Lugar: Ubicacion,
      Situacion: null,
      Certeza: null,
      Etapa: null,
      minutos_abiertos: null,
      ApodoLector: null,
      lectores: [],
      desde: '',
      hasta: null,
      silencio: false,
      Lat: null,
      Lon: null,
    }),
  )

test('each way once, with how often and how long ago; other readers of one place are no way', () => {
  expect(tramosOf(en('A', 'A', 'B', 'A', 'B', 'C'), () => true)).toEqual([
    { desde: 'B', hasta: 'A', veces: 1, edad: 2 },
    { desde: 'A', hasta: 'B', veces: 2, edad: 1 },
    { desde: 'B', hasta: 'C', veces: 1, edad: 0 },
  ])
})

test('what is not on the plan is passed over', () => {
  expect(tramosOf(en('A', null, 'X', 'B'), (l) => l !== 'X')).toEqual([
    { desde: 'A', hasta: 'B', veces: 1, edad: 0 },
  ])
  expect(tramosOf([], () => true)).toEqual([])
})
