import type { MultiLineString } from 'geojson'

/** Graticules around Vitoria-Gasteiz: on an empty area they make panning and zooming visible. */
const REJILLAS = [
  { id: 'rejilla-gruesa', paso: 0.05, desde: 10.5, hasta: 12.5, alcance: 1 },
  { id: 'rejilla-media', paso: 0.01, desde: 12.5, hasta: 15, alcance: 0.4 },
  { id: 'rejilla-fina', paso: 0.002, desde: 15, hasta: 24, alcance: 0.1 },
] as const

const CENTRO = { lon: -2.67, lat: 42.85 }

export function cuadriculas() {
  return REJILLAS.map(({ paso, alcance, ...r }) => {
    const n = Math.round(alcance / paso)
    const pasos = Array.from({ length: 2 * n + 1 }, (_, i) => (i - n) * paso)
    const lineas: MultiLineString = {
      type: 'MultiLineString',
      coordinates: pasos.flatMap((d) => [
        [
          [CENTRO.lon - alcance, CENTRO.lat + d],
          [CENTRO.lon + alcance, CENTRO.lat + d],
        ],
        [
          [CENTRO.lon + d, CENTRO.lat - alcance],
          [CENTRO.lon + d, CENTRO.lat + alcance],
        ],
      ]),
    }
    return { ...r, lineas }
  })
}
