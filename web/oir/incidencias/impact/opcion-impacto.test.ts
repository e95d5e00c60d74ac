import { describe, expect, test } from 'vitest'
import type { Tonos } from '../../../ui/grafico/tema-grafico'
import { opcionImpacto, sumUp } from './opcion-impacto'

const TONOS = new Proxy({}, { get: () => '#000' }) as Tonos

/** The labels of the axis, and the distances between their texts, in CSS pixels. */
function ejeOf(pico: number, umbral: number) {
  const { yAxis, grid } = opcionImpacto([[0, pico, 0, 1]], umbral, TONOS) as {
    yAxis: { min: number; max: number; axisLabel: { customValues: number[] } }[]
    grid: { height: number }[]
  }
  const [eje, alto] = [yAxis[0], grid[0]?.height ?? 0]
  if (!eje) throw new Error('no axis')
  const valores = eje.axisLabel.customValues
  const px = valores.map((v) => ((v - eje.min) / (eje.max - eje.min)) * alto)
  return { valores, separacion: Math.min(...px.slice(1).map((v, i) => v - (px[i] ?? 0))) }
}

describe('the strips of an impact', () => {
  test('name the threshold where there is room for it', () => {
    expect(ejeOf(3, 2.5).valores).toEqual([-2.5, 0, 2.5])
  })
  test.each([3, 6, 13.82, 200])('a blow of %d g leaves the words of the axis apart', (pico) => {
    expect(ejeOf(pico, 2.5).separacion).toBeGreaterThanOrEqual(14)
  })
  test('beside a hard blow they name the scale', () => {
    expect(ejeOf(13.82, 2.5).valores).toEqual([-13.82, 0, 13.82])
  })
})

describe('the sentence of an impact', () => {
  // The first peak used to show as `9,41 g` beside `9,40 g`: rounded twice, and once.
  test.each([
    [9.40490001, 9.4, '9,40 g'],
    [9.40509999, 9.41, '9,41 g'],
    [9.405, 9.4, '9,40 g'],
  ])('tells the sample of %d g with the figure of the peak', (g, pico, dice) => {
    expect(sumUp([[0, g, 0, 0]], pico, 2.5)).toContain(`la mayor, de ${dice},`)
  })
  test('tells a sample that is not the peak with its own', () => {
    expect(sumUp([[0, 3.2, 0, 0]], 9.4, 2.5)).toContain('la mayor, de 3,20 g,')
    expect(sumUp([[0, 3.2, 0, 0]], null, 2.5)).toContain('la mayor, de 3,20 g,')
  })
})
