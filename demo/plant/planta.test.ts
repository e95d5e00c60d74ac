import { expect, test } from 'vitest'
import { reviewApodo } from '#contract/parque/dispositivos/alta-values'
import { CONTENEDORES } from './planta'

test('each container of the demonstration could be registered by hand', () => {
  expect(CONTENEDORES.length).toBeGreaterThan(600)
  expect(CONTENEDORES.map((c) => reviewApodo(c.tipo, c.apodo, null)).filter(Boolean)).toEqual([])
})
