import { describe, expect, it } from 'vitest'
import type { Celda } from '#contract/parque/dispositivos/dispositivos'
import { gradosPorPixel, limitesDeVista } from '../../../ui/mapa/vista'
import { inheritClaves } from '../claves'
import { type Grupo, group } from './grupos'
import { place } from './place'

const ZOOM = 14
const CENTRO = { lat: 0, lon: 0, zoom: ZOOM }
const LIMITES = limitesDeVista(CENTRO, 800, 600)
const px = gradosPorPixel(ZOOM)
const measure = (texto: string) => texto.length * 7

/** Cell at CSS pixels right of and above the centre of the view. */
const celda = (x: number, y: number, n: number, lugar: string | null = 'Expedición'): Celda => ({
  lat: y * px,
  lon: x * px,
  n,
  impacto: 0,
  movimiento: 0,
  parado: n,
  extravio: 0,
  revisar: 0,
  dudosos: 0,
  sin_senal: 0,
  lectores: 0,
  lugar,
  solo: null,
})
const nombrados = (celdas: Celda[]) => {
  const grupos = group(celdas, ZOOM)
  const sitios = place(grupos, LIMITES, ZOOM, measure)
  return grupos.filter((g) => sitios.get(g.clave)?.lugar != null).map((g) => g.n)
}

describe('names of places', () => {
  it('are all there where they fit', () => {
    expect(nombrados([celda(-200, 0, 9), celda(0, 0, 50), celda(200, 0, 9)]).sort()).toEqual([50, 9, 9])
  })

  it('give way to the name of the larger group', () => {
    expect(nombrados([celda(0, 0, 9), celda(65, 0, 50)])).toEqual([50])
  })

  it('do not cover markers', () => {
    expect(nombrados([celda(0, 0, 50), celda(0, -62, 9, null)])).toEqual([50])
    expect(nombrados([celda(0, 0, 5000), celda(0, -66, 900, null)])).toEqual([])
  })

  it('keep off the zoom buttons', () => {
    expect(nombrados([celda(370, -200, 50)])).toEqual([])
  })

  it('move inwards at the edge, and are not drawn for markers beyond it', () => {
    const grupos = group([celda(-390, 0, 9), celda(-420, 200, 9)], ZOOM)
    const sitios = [...place(grupos, LIMITES, ZOOM, measure).values()].map((c) => c.lugar)
    expect(sitios).toContain(null)
    expect(sitios.find((dx) => dx !== null)).toBeCloseTo(34, 0)
  })

  it('put the hint below where there is no room above', () => {
    const [g] = group([celda(0, 290, 9)], ZOOM)
    expect(place(g ? [g] : [], LIMITES, ZOOM, measure).get(g?.clave ?? '')?.abajo).toBe(true)
  })
})

describe('markers', () => {
  it('never overlap', () => {
    const grupos = group([celda(0, 0, 500), celda(30, 0, 1), celda(62, 0, 400), celda(85, 10, 90)], ZOOM)
    for (const a of grupos)
      for (const b of grupos)
        if (a !== b) expect(Math.hypot(a.lon - b.lon, a.lat - b.lat) / px).toBeGreaterThan(45)
    expect(grupos.reduce((n, g) => n + g.n, 0)).toBe(991)
  })

  it('keep their key when a device more shifts their centre', () => {
    const claves = (gs: Grupo[]) => gs.map((g) => g.clave).sort()
    const antes = group([celda(0, 0, 10), celda(30, 0, 10), celda(200, 0, 4)], ZOOM)
    const ahora = group([celda(0, 0, 10), celda(30, 0, 14), celda(203, 0, 5)], ZOOM)
    expect(claves(ahora)).not.toEqual(claves(antes))
    expect(claves(inheritClaves(ahora, antes, ZOOM))).toEqual(claves(antes))
  })

  it('never share a key', () => {
    const [a] = group([celda(0, 0, 10)], ZOOM)
    const [lejos] = group([celda(10, 0, 10)], ZOOM)
    if (!a || !lejos) throw new Error('no groups')
    const claves = inheritClaves([lejos, { ...lejos, lon: 300 * px, clave: a.clave }], [a], ZOOM).map(
      (g) => g.clave,
    )
    expect(new Set(claves).size).toBe(2)
  })
})
