import { expect, it } from 'vitest'
import { CABEN } from '../../lib/caben'
import { LISTA_VISIBLES } from './busqueda'

const { validate } = LISTA_VISIBLES

it('drops what does not fit and what is the default', () => {
  expect(
    validate({
      tipo: 'Otro',
      pagina: -1,
      filas: CABEN,
      orden: 'Apodo',
      sentido: 'asc',
      lat: 'x',
      zoom: 99,
      detalle: { mac: 1 },
      ajeno: 1,
    }),
  ).toEqual({})
})

it('keeps what fits, also digits that were read as a number', () => {
  const busqueda = { buscar: 20014, tipo: 'Reader', pagina: 3, filas: '50', lat: 42.8, lon: -2.6, zoom: 14.5 }
  expect(validate(busqueda)).toEqual({ ...busqueda, buscar: '20014', filas: 50 })
})
