import type { StyleSpecification } from 'maplibre-gl'
import type { CLARO } from '../theme/tokens'
import { fitPlano, type Pareja } from './encaje-plano'

/** An area of the plant: the bounds of what stands in it. */
export type ZonaPlano = { nombre: string; puntos: readonly { lat: number; lon: number }[] }

type Esquina = [lon: number, lat: number]

/** A picture of the plant, and the coordinates of its corners clockwise from the upper left one. */
export type ImagenPlano = { url: string; esquinas: [Esquina, Esquina, Esquina, Esquina] }

/** Data of the plant to draw on a map without tiles. */
export type PlanoBase = { zonas: readonly ZonaPlano[]; imagen: ImagenPlano | null }

/** A location on the plan, at 0..1 of its width and height, and the coordinates of its readers. */
export type LugarPlano = { nodo: { x: number; y: number }; puntos: ZonaPlano['puntos'] }

/** The picture of a plan at its place on the map; null if its locations do not determine that place. */
export function placeImagen(
  imagen: { url: string; ancho: number; alto: number },
  lugares: readonly LugarPlano[],
): ImagenPlano | null {
  const razon = imagen.ancho / imagen.alto
  const encaje = fitPlano(
    lugares.flatMap(({ nodo, puntos }): Pareja[] =>
      puntos.length > 0
        ? [
            {
              plano: { x: nodo.x * razon, y: nodo.y },
              mapa: { lat: mean(puntos, 'lat'), lon: mean(puntos, 'lon') },
            },
          ]
        : [],
    ),
  )
  if (!encaje) return null
  const esquina = (x: number, y: number): Esquina => {
    const { lat, lon } = encaje.toMapa({ x: x * razon, y })
    return [lon, lat]
  }
  return { url: imagen.url, esquinas: [esquina(0, 0), esquina(1, 0), esquina(1, 1), esquina(0, 1)] }
}

const mean = (puntos: ZonaPlano['puntos'], eje: 'lat' | 'lon') =>
  puntos.reduce((s, p) => s + p[eje], 0) / puntos.length

/** Margin around the points of an area, in metres. */
const MARGEN_M = 45
const GRADO_M = 111_320
/** Below this zoom a plant is only a dot. */
const ZOOM_PLANTA = 13
const OPACIDAD_IMAGEN = 0.65
/** Points farther from each other than this belong to different sites. */
const MAX_LADO_M = 1500

type Anillo = [lon: number, lat: number][]

/** The rectangle around the points of an area, with its margin; null if they do not belong to one place. */
export function anilloOf({ puntos }: ZonaPlano): Anillo | null {
  if (puntos.length === 0) return null
  const lats = puntos.map((p) => p.lat)
  const lons = puntos.map((p) => p.lon)
  const [sur, norte, oeste, este] = [
    Math.min(...lats),
    Math.max(...lats),
    Math.min(...lons),
    Math.max(...lons),
  ]
  const gradoLon = GRADO_M * Math.cos((((sur + norte) / 2) * Math.PI) / 180)
  if ((norte - sur) * GRADO_M > MAX_LADO_M || (este - oeste) * gradoLon > MAX_LADO_M) return null
  const [dLat, dLon] = [MARGEN_M / GRADO_M, MARGEN_M / gradoLon]
  return [
    [oeste - dLon, sur - dLat],
    [este + dLon, sur - dLat],
    [este + dLon, norte + dLat],
    [oeste - dLon, norte + dLat],
    [oeste - dLon, sur - dLat],
  ]
}

/** The built-in base map with the picture and the areas of the plant: without tiles it is the only orientation. */
export function addPlano(
  estilo: StyleSpecification,
  { zonas, imagen }: PlanoBase,
  t: typeof CLARO,
): StyleSpecification {
  const features = zonas.flatMap((z) => {
    const anillo = anilloOf(z)
    return anillo
      ? [
          {
            type: 'Feature' as const,
            properties: { nombre: z.nombre },
            geometry: { type: 'Polygon' as const, coordinates: [anillo] },
          },
        ]
      : []
  })
  if (features.length === 0 && !imagen) return estilo
  return {
    ...estilo,
    sources: {
      ...estilo.sources,
      ...(imagen && {
        'plano-imagen': { type: 'image', url: imagen.url, coordinates: imagen.esquinas },
      }),
      plano: { type: 'geojson', data: { type: 'FeatureCollection', features } },
    },
    layers: [
      ...estilo.layers,
      ...(imagen
        ? [
            {
              id: 'plano-imagen',
              type: 'raster' as const,
              source: 'plano-imagen',
              minzoom: ZOOM_PLANTA,
              // The picture is faded so that markers stand out in both themes.
              paint: { 'raster-opacity': OPACIDAD_IMAGEN, 'raster-fade-duration': 0 },
            },
          ]
        : []),
      {
        id: 'plano-suelo',
        type: 'fill',
        source: 'plano',
        minzoom: ZOOM_PLANTA,
        paint: { 'fill-color': t.brand, 'fill-opacity': 0.07 },
      },
      {
        id: 'plano-borde',
        type: 'line',
        source: 'plano',
        minzoom: ZOOM_PLANTA,
        paint: { 'line-color': t.brand, 'line-opacity': 0.45, 'line-width': 1.5 },
      },
    ],
  }
}
