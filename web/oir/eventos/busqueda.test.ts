import { expect, it } from 'vitest'
import { CABEN } from '../../lib/caben'
import { validateBusquedaEventos } from './busqueda'

it('keeps what fits and leaves out what has its default', () => {
  expect(
    validateBusquedaEventos({
      search: ' 20014-008 ',
      apodoLector: 'Muelle',
      timestamp: '2026-03-12 14:3',
      estado: 'Impacto',
      pagina: '7',
      filas: '500',
    }),
  ).toEqual({
    search: '20014-008',
    apodoLector: 'Muelle',
    timestamp: '2026-03-12 14:3',
    estado: 'Impacto',
    pagina: 7,
    filas: 500,
  })
  expect(validateBusquedaEventos({ pagina: '1', filas: String(CABEN) })).toEqual({})
  // Page size that fits the screen of the person who copied the address.
  expect(validateBusquedaEventos({ filas: '33' })).toEqual({ filas: 33 })
  expect(validateBusquedaEventos({ pagina: '1000000000' })).toEqual({ pagina: 1e9 })
})

it('drops what does not fit and cuts what is too long', () => {
  expect(
    validateBusquedaEventos({ search: '  ', estado: 'Roto', pagina: '1e99', filas: '333', timestamp: {} }),
  ).toEqual({})
  expect(validateBusquedaEventos({ search: 'x'.repeat(10_000) }).search).toHaveLength(200)
})
