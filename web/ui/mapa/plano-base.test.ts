import { describe, expect, test } from 'vitest'
import { CLARO } from '../theme/tokens'
import { addPlano, anilloOf, placeImagen } from './plano-base'

const zona = (...puntos: [number, number][]) => ({
  nombre: 'Almacén Lleno',
  puntos: puntos.map(([lat, lon]) => ({ lat, lon })),
})
const VACIO = { version: 8 as const, sources: {}, layers: [] }

describe('areas of the plant on a map without tiles', () => {
  test('surround their readers by some metres, and close', () => {
    const anillo = anilloOf(zona([42.8436, -2.6762], [42.8442, -2.6754])) ?? []
    expect(anillo).toHaveLength(5)
    expect(anillo[0]).toEqual(anillo[4])
    const [[oeste = 0, sur = 0] = [], , [este = 0, norte = 0] = []] = anillo
    expect([oeste < -2.6762, sur < 42.8436, este > -2.6754, norte > 42.8442]).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect((norte - sur) * 111_320).toBeCloseTo(0.0006 * 111_320 + 90, 0)
  })

  test('readers far apart are of no one place, and nothing is drawn for none', () => {
    expect(anilloOf(zona([42.84, -2.67], [43.15, -2.6]))).toBeNull()
    expect(anilloOf(zona())).toBeNull()
    expect(addPlano(VACIO, { zonas: [zona()], imagen: null }, CLARO)).toBe(VACIO)
    const con = addPlano(VACIO, { zonas: [zona([42.84, -2.67])], imagen: null }, CLARO)
    expect(con.layers.map((l) => l.id)).toEqual(['plano-suelo', 'plano-borde'])
  })
})

describe('the picture of the plan', () => {
  // 160 m to the east and 80 m to the south of its upper left corner.
  const [LAT, LON] = [42.85, -2.67]
  const gradoLon = 111_320 * Math.cos((LAT * Math.PI) / 180)
  const imagen = { url: '/api/plano_imagen?v=1', ancho: 800, alto: 400 }
  const lugar = (x: number, y: number, ...lectores: [dx: number, dy: number][]) => ({
    nodo: { x, y },
    puntos: lectores.map(([dx, dy]) => ({
      lat: LAT - (y * 80 + dy) / 111_320,
      lon: LON + (x * 160 + dx) / gradoLon,
    })),
  })

  test('lies where the readers of its locations say, and a location counts once, in their midst', () => {
    const puesta = placeImagen(imagen, [
      lugar(0.1, 0.2, [-3, 0], [3, 0]),
      lugar(0.9, 0.3, [0, 0]),
      lugar(0.4, 0.9, [2, -4], [-2, 4]),
      lugar(0.5, 0.5),
    ])
    const [[oeste, norte] = [], , [este, sur] = []] = puesta?.esquinas ?? []
    expect(((este ?? 0) - (oeste ?? 0)) * gradoLon).toBeCloseTo(160, 0)
    expect(((norte ?? 0) - (sur ?? 0)) * 111_320).toBeCloseTo(80, 0)
    expect([norte?.toFixed(5), oeste?.toFixed(5)]).toEqual([LAT.toFixed(5), LON.toFixed(5)])
    const con = addPlano(VACIO, { zonas: [], imagen: puesta }, CLARO)
    expect(con.layers.map((l) => l.id)).toEqual(['plano-imagen', 'plano-suelo', 'plano-borde'])
  })

  test('is not drawn where two locations alone have readers', () => {
    expect(
      placeImagen(imagen, [lugar(0.1, 0.2, [0, 0]), lugar(0.9, 0.3, [0, 0]), lugar(0.5, 0.5)]),
    ).toBeNull()
  })
})
