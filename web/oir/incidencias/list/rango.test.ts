import { describe, expect, test } from 'vitest'
import { validateBusquedaIncidencias } from '../busqueda'
import { horasOf, isRango, rangoInicial } from './rango'

describe('range of days', () => {
  // cubre: validacion 23, constantes 27
  test('starts three days before today, over months and clock changes', () => {
    expect(rangoInicial('2026-03-02')).toEqual({ desde: '2026-02-27', hasta: '2026-03-02' })
    expect(rangoInicial('2026-10-26')).toEqual({ desde: '2026-10-23', hasta: '2026-10-26' })
  })

  test('is whole days, and ends no earlier than it starts', () => {
    expect(horasOf({ desde: '2026-01-01', hasta: '2026-01-02' })).toEqual({
      start_date: '2026-01-01 00:00:00',
      end_date: '2026-01-02 23:59:59',
    })
    expect(isRango({ desde: '2026-01-02', hasta: '2026-01-02' })).toBe(true)
    expect(isRango({ desde: '2026-01-02', hasta: '2026-01-01' })).toBe(false)
  })
})

describe('address of the incidents', () => {
  test('keeps what fits and drops the rest', () => {
    expect(
      validateBusquedaIncidencias({
        buscar: '20014',
        desde: '2026-02-30',
        hasta: '2026-02-28',
        filas: '20',
        pagina: '0',
        orden: 'nada',
        incidencia: '7',
        otra: 'x',
      }),
    ).toEqual({ buscar: '20014', hasta: '2026-02-28', filas: 20, incidencia: 7 })
  })

  test('does not say what is the default', () => {
    expect(
      validateBusquedaIncidencias({
        filas: '10',
        pagina: '1',
        orden: 'Time',
        sentido: 'desc',
        incidencia: '-3',
      }),
    ).toEqual({})
    expect(validateBusquedaIncidencias({ orden: 'Time', sentido: 'asc' })).toEqual({
      orden: 'Time',
      sentido: 'asc',
    })
  })
})
