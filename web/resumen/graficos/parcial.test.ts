import { describe, expect, test } from 'vitest'
import type { TablaGrafico } from '#contract/resumen/graficos/graficos'
import { dropParcial, isParcial } from './parcial'

const ZONA = 'Europe/Madrid'
const tabla = (
  titulo: string,
  tipo: TablaGrafico['columnas'][number]['tipo'],
  ...claves: string[]
): TablaGrafico => ({
  titulo: 'x',
  columnas: [
    { titulo, tipo },
    { titulo: 'n', tipo: 'numero' },
  ],
  filas: claves.map((c, i) => [c, i]),
})
const en = (iso: string) => new Date(iso)

describe('a row whose time goes on', () => {
  test('a plant day ends at its own midnight', () => {
    const t = tabla('Día', 'dia', '2026-11-21', '2026-11-22')
    expect(isParcial(t, ZONA, en('2026-11-22T22:59:00Z'))).toBe(true)
    expect(isParcial(t, ZONA, en('2026-11-22T23:00:00Z'))).toBe(false)
    expect(dropParcial(t, ZONA, en('2026-11-22T12:00:00Z')).filas).toEqual([['2026-11-21', 0]])
    expect(dropParcial(t, ZONA, en('2026-11-23T12:00:00Z')).filas).toHaveLength(2)
  })

  test('a week goes on for seven days, an hour for one', () => {
    const semanas = tabla('Semana del', 'dia', '2026-11-09', '2026-11-16')
    expect(isParcial(semanas, ZONA, en('2026-11-22T12:00:00Z'))).toBe(true)
    expect(isParcial(semanas, ZONA, en('2026-11-23T12:00:00Z'))).toBe(false)
    const horas = tabla('Hora', 'instante', '2026-11-22T10:00:00+01:00')
    expect(isParcial(horas, ZONA, en('2026-11-22T09:30:00Z'))).toBe(true)
    expect(isParcial(horas, ZONA, en('2026-11-22T10:00:00Z'))).toBe(false)
  })

  test('names have no time, and the only row stays', () => {
    expect(isParcial(tabla('Contenedor', 'texto', 'A'), ZONA, en('2026-11-22T12:00:00Z'))).toBe(false)
    expect(isParcial(tabla('Día', 'dia'), ZONA, en('2026-11-22T12:00:00Z'))).toBe(false)
    expect(
      dropParcial(tabla('Día', 'dia', '2026-11-22'), ZONA, en('2026-11-22T12:00:00Z')).filas,
    ).toHaveLength(1)
  })
})
