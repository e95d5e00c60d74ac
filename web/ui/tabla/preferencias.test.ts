import { expect, it } from 'vitest'
import { ordenadas, visiblesOf } from './preferencias'
import type { Columna } from './tipos'

const columnas = ['a', 'b', 'c', 'd'].map(
  (id): Columna<unknown> => ({ id, titulo: id, celda: () => id, oculta: id === 'd', fija: id === 'a' }),
)
const preferencias = (orden: string[], visibles: Record<string, boolean> = {}) => ({
  orden,
  visibles,
  densidad: 'normal' as const,
})
const ids = (lista: Columna<unknown>[]) => lista.map((c) => c.id).join('')

it('shows what the definition says until somebody chooses', () => {
  expect(ids(visiblesOf(columnas, preferencias([])))).toBe('abc')
  expect(ids(visiblesOf(columnas, preferencias([], { b: false, d: true, a: false })))).toBe('acd')
})

it('keeps the order chosen and puts a new column after the one it is defined after', () => {
  expect(ids(ordenadas(columnas, preferencias(['c', 'b', 'a'])))).toBe('cdba')
  expect(ids(ordenadas(columnas, preferencias(['d', 'x', 'b'])))).toBe('adbc')
})
