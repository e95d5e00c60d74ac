import { describe, expect, it } from 'vitest'
import { fechaHora, haceCuanto, isCaduco } from './formato'

const AHORA = Date.parse('2026-03-29T10:00:00Z')
const hace = (segundos: number) => new Date(AHORA - segundos * 1000).toISOString()

describe('fechaHora', () => {
  it('writes plant time on both sides of the clock change', () => {
    expect(fechaHora('2026-03-29T00:59:59Z', 'Europe/Madrid')).toBe('29/03/2026 01:59:59')
    expect(fechaHora('2026-03-29T01:00:00Z', 'Europe/Madrid')).toBe('29/03/2026 03:00:00')
  })
  it('gives null for what is not a time', () => {
    expect(fechaHora('Sin determinar', 'Europe/Madrid')).toBeNull()
    expect(fechaHora(null, 'Europe/Madrid')).toBeNull()
  })
})

describe('haceCuanto', () => {
  it.each([
    [2, 'ahora'],
    [-20, 'ahora'],
    [59, 'ahora'],
    [60, 'hace 1 min'],
    [300, 'hace 5 min'],
    [7200, 'hace 2 h'],
    [259_200, 'hace 3 d'],
  ])('%i s ago reads %s', (s, texto) => {
    expect(haceCuanto(hace(s), AHORA)).toBe(texto)
  })
})

describe('esCaduco', () => {
  // cubre: transiciones 9
  it.each([null, undefined, '', 'Sin determinar', 'ayer'])('%s is stale', (v) => {
    expect(isCaduco(v, 300, AHORA)).toBe(true)
  })
  // cubre: transiciones 9, constantes 2
  it('turns stale after 300 minutes', () => {
    expect(isCaduco(hace(300 * 60), 300, AHORA)).toBe(false)
    expect(isCaduco(hace(300 * 60 + 1), 300, AHORA)).toBe(true)
  })
})
