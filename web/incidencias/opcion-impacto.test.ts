import { describe, expect, test } from 'vitest'
import type { Tonos } from '../ui/grafico/tema-grafico'
import { opcionImpacto } from './opcion-impacto'

const TONOS = new Proxy({}, { get: () => '#000' }) as Tonos

/** What stands on the axis, and how far its words are from one another, CSS pixels. */
function ejeDe(pico: number, umbral: number) {
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
    expect(ejeDe(3, 2.5).valores).toEqual([-2.5, 0, 2.5])
  })
  test.each([3, 6, 13.82, 200])('a blow of %d g leaves the words of the axis apart', (pico) => {
    expect(ejeDe(pico, 2.5).separacion).toBeGreaterThanOrEqual(14)
  })
  test('beside a hard blow they name the scale', () => {
    expect(ejeDe(13.82, 2.5).valores).toEqual([-13.82, 0, 13.82])
  })
})
