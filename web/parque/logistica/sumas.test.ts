import { describe, expect, test } from 'vitest'
import type { FilaLt } from '#contract/parque/logistica/logistica'
import { findLt, inciertasOf, numeroOf, sumLt } from './sumas'

const fila = (
  codigo: string,
  descripcion: string,
  cuentas: number[],
  otras: number,
  total: number,
): FilaLt => ({
  empresa: 1,
  codigo,
  descripcion,
  total,
  cuentas,
  otras,
  dudosas: [...cuentas.map((n) => Math.min(n, 1)), otras],
  sin_senal: Array(9).fill(0),
  // All columns but the last, Sin ubicación.
  encontrados: cuentas.slice(0, -1).reduce((a, b) => a + b, 0) + otras,
})
const A = fila('41001', 'Pilar A izq.', [1, 0, 0, 0, 0, 2, 0, 3], 1, 9)
const B = fila('41002', 'Travesaño', [0, 5, 0, 0, 0, 0, 0, 0], 0, 4)

describe('sums of the board', () => {
  test('search is without case and accents, in code and description', () => {
    expect(findLt([A, B], 'TRAVESANO')).toEqual([B])
    expect(findLt([A, B], '4100')).toEqual([A, B])
    expect(findLt([A, B], 'x')).toEqual([])
  })

  // cubre: logistica 2
  test('totals are of all columns; who has no location is not found', () => {
    const s = sumLt([A, B])
    expect(s).toMatchObject({ total: 13, cuentas: [1, 5, 0, 0, 0, 2, 0, 3], otras: 1, encontrados: 9 })
    expect(inciertasOf('Gestamp', s)).toEqual({ dudosas: 1, sinSenal: 0 })
    expect(inciertasOf('otras', s)).toEqual({ dudosas: 1, sinSenal: 0 })
    expect(numeroOf('diferencia', s)).toBe(-4)
    expect(numeroOf('Sin ubicación', s)).toBe(3)
    expect(numeroOf('Descarga Llenos', B)).toBe(5)
    expect(sumLt([]).cuentas).toHaveLength(8)
  })
})
