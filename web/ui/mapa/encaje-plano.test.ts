import { describe, expect, test } from 'vitest'
import { fitPlano, type Pareja, type PuntoMapa, type PuntoPlano } from './encaje-plano'

const GRADO_M = 111_320
const AQUI = { lat: 42.8467, lon: -2.6727 }
const gradoLon = GRADO_M * Math.cos((AQUI.lat * Math.PI) / 180)

/** A plan whose upper left corner is at AQUI, with the given height in metres, turned left by the given angle in degrees. */
const verdad =
  (metros: number, grados: number) =>
  ({ x, y }: PuntoPlano): PuntoMapa => {
    const t = (grados * Math.PI) / 180
    const [este, norte] = [
      metros * (x * Math.cos(t) + y * Math.sin(t)),
      metros * (x * Math.sin(t) - y * Math.cos(t)),
    ]
    return { lat: AQUI.lat + norte / GRADO_M, lon: AQUI.lon + este / gradoLon }
  }
const metersApart = (a: PuntoMapa, b: PuntoMapa) =>
  Math.hypot((a.lat - b.lat) * GRADO_M, (a.lon - b.lon) * gradoLon)

const NODOS: PuntoPlano[] = [
  { x: 0.2, y: 0.2 },
  { x: 1.5, y: 0.3 },
  { x: 0.9, y: 0.55 },
  { x: 0.3, y: 0.85 },
  { x: 1.4, y: 0.8 },
]
const ESQUINAS: PuntoPlano[] = [
  { x: 0, y: 0 },
  { x: 1.7, y: 0 },
  { x: 1.7, y: 1 },
  { x: 0, y: 1 },
]
const parejas = (nodos: PuntoPlano[], f: (p: PuntoPlano) => PuntoMapa): Pareja[] =>
  nodos.map((plano) => ({ plano, mapa: f(plano) }))
const moved = ({ lat, lon }: PuntoMapa, este: number, norte: number) => ({
  lat: lat + norte / GRADO_M,
  lon: lon + este / gradoLon,
})
const conocido = (p: ReturnType<typeof fitPlano>) => {
  if (!p) throw new Error('no fit')
  return p
}

describe('where a plan lies', () => {
  test.each([
    [120, 0],
    [300, 37],
    [80, -140],
  ])('a plan %d m high, turned by %d°, comes back to the centimetre', (metros, grados) => {
    const f = verdad(metros, grados)
    const a = conocido(fitPlano(parejas(NODOS, f)))
    expect(a.metros).toBeCloseTo(metros, 1)
    expect(a.error_m).toBeLessThan(0.01)
    for (const e of ESQUINAS) expect(metersApart(a.toMapa(e), f(e))).toBeLessThan(0.01)
  })

  test('nodes that are some metres off leave its corners within some metres', () => {
    const f = verdad(200, 12)
    const este = [6, -5, 2, -3, 4]
    const norte = [-4, 3, 7, -6, 2]
    const a = conocido(
      fitPlano(NODOS.map((plano, i) => ({ plano, mapa: moved(f(plano), este[i] ?? 0, norte[i] ?? 0) }))),
    )
    expect(a.n).toBe(5)
    expect(a.error_m).toBeGreaterThan(2)
    expect(a.error_m).toBeLessThan(8)
    for (const e of ESQUINAS) expect(metersApart(a.toMapa(e), f(e))).toBeLessThan(10)
  })

  test('a place of another town, drawn on the plan too, is left out', () => {
    const f = verdad(200, -25)
    const lejos = { plano: { x: 0.05, y: 0.5 }, mapa: { lat: 43.1528, lon: -2.6094 } }
    const a = conocido(fitPlano([lejos, ...parejas(NODOS, f)]))
    expect(a.n).toBe(5)
    for (const e of ESQUINAS) expect(metersApart(a.toMapa(e), f(e))).toBeLessThan(0.05)
  })

  test('two points say nothing, nor do three on one spot', () => {
    const f = verdad(200, 0)
    expect(fitPlano([])).toBeNull()
    expect(fitPlano(parejas(NODOS.slice(0, 2), f))).toBeNull()
    expect(fitPlano(parejas([NODOS[0], NODOS[0], NODOS[0]] as PuntoPlano[], f))).toBeNull()
    expect(fitPlano(NODOS.map((plano) => ({ plano, mapa: AQUI })))).toBeNull()
  })

  test('a mirrored plan is refused, and a scheme that is not to scale', () => {
    const f = verdad(200, 0)
    expect(fitPlano(NODOS.map((plano) => ({ plano, mapa: f({ x: -plano.x, y: plano.y }) })))).toBeNull()
    expect(
      fitPlano(NODOS.map((plano) => ({ plano, mapa: f({ x: plano.x * 3, y: plano.y * 0.5 }) }))),
    ).toBeNull()
  })

  test('of points without any order hardly ever one fits', () => {
    let semilla = 7
    const azar = () => {
      semilla = (semilla * 1_103_515_245 + 12_345) % 2 ** 31
      return semilla / 2 ** 31
    }
    const f = verdad(200, 0)
    const dado = (): PuntoPlano => ({ x: azar() * 1.7, y: azar() })
    const casuales = Array.from({ length: 200 }, () =>
      fitPlano(Array.from({ length: 6 }, () => ({ plano: dado(), mapa: f(dado()) }))),
    ).filter(Boolean)
    expect(casuales.length).toBeLessThanOrEqual(2)
  })
})
