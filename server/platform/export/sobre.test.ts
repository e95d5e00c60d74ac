import { expect, test } from 'vitest'
import { Archivo } from '#contract/comunes'
import { ENDPOINTS } from '../../testing/scenarios/endpoints'
import { formatFiltros } from './sobre'

/** The query schema of each file of a table. */
const QUERIES = ENDPOINTS.filter((e) => e.response === Archivo && e.method === 'GET')
  .map((e) => Object.keys((e.query as { shape?: object } | undefined)?.shape ?? {}))
  .filter((claves) => claves.includes('exportacion'))

test('every filter of every file has words', () => {
  expect(QUERIES.length).toBeGreaterThan(14)
  for (const clave of QUERIES.flat()) expect(() => formatFiltros({ [clave]: 'x' }), clave).not.toThrow()
  expect(() => formatFiltros({ inventado: 'x' })).toThrow('inventado')
})

test('filters are told as people write them', () => {
  const query = {
    ubicacion: 'Almacén Lleno',
    fecha_desde: '2026-11-01',
    certeza: 'dudosa',
    apodo: undefined,
    formato: 'pdf',
  }
  expect(formatFiltros({ ...query, orden: 'Apodo', sentido: 'desc' })).toEqual([
    ['Ubicación', 'Almacén Lleno'],
    ['Registrado desde', '01/11/2026'],
    ['Lugar', 'dudoso'],
    ['Orden', 'Apodo, descendente'],
  ])
  // Text that people typed is shown as they typed it.
  expect(formatFiltros({ search: 'constructor', apodo: 'final' })).toEqual([
    ['Búsqueda', 'constructor'],
    ['Apodo', 'final'],
  ])
})
