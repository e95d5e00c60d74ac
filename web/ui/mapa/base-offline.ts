import type { FeatureCollection, MultiLineString } from 'geojson'
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { CLARO } from '../theme/tokens'
import crudo from './base-offline.topojson?raw'
import { cuadriculas } from './cuadricula'

type Propiedades = { n: string; p: [number, number]; a: number }
type Capa = Record<'provincias' | 'municipios' | 'paises', GeometryCollection<Propiedades>>
type Base = Record<'provincias' | 'municipios' | 'vecinos' | 'mundo', Topology<Capa>>

/** A label of the map, with its minimum and maximum zoom. */
export type Rotulo = {
  clave: string
  nombre: string
  lat: number
  lon: number
  desde: number
  hasta: number
  capital: boolean
}

const base: Base = JSON.parse(crudo)

const poligonos = (t: Topology<Capa>, nombre: keyof Capa): FeatureCollection =>
  feature(t, t.objects[nombre]) as FeatureCollection

const lineas = (t: Topology<Capa>, nombre: keyof Capa): MultiLineString => mesh(t, t.objects[nombre])

/** A municipality shows its name once it is about 60 px wide. */
const zoomDeRotulo = (area: number) => Math.min(12, Math.max(8.5, 9.4 - Math.log2(Math.sqrt(area) * 10)))

/** From this zoom on the user looks at a plant, and only its own places have labels. */
const ZOOM_DE_PLANTA = 12

const rotulo = (tipo: 'p' | 'm', { n, p, a }: Propiedades): Rotulo => {
  const capital = tipo === 'm' && n === 'Vitoria-Gasteiz'
  const zooms = tipo === 'p' ? [a > 0.9 ? 5.2 : 6.4, 8.4] : [capital ? 7.6 : zoomDeRotulo(a), ZOOM_DE_PLANTA]
  return {
    clave: `${tipo}-${n}`,
    nombre: n,
    lon: p[0],
    lat: p[1],
    desde: zooms[0] ?? 0,
    hasta: zooms[1] ?? 24,
    capital,
  }
}

const rotulosOf = (t: Topology<Capa>, nombre: 'provincias' | 'municipios', tipo: 'p' | 'm') =>
  t.objects[nombre].geometries.flatMap((g) =>
    g.properties && 'n' in g.properties ? [rotulo(tipo, g.properties)] : [],
  )

export const ROTULOS: Rotulo[] = [
  ...rotulosOf(base.provincias, 'provincias', 'p'),
  ...rotulosOf(base.municipios, 'municipios', 'm'),
]

const fuente = (data: FeatureCollection | MultiLineString) =>
  ({ type: 'geojson', data, tolerance: 0.3 }) as const

const linea = (
  id: string,
  source: string,
  color: string,
  ancho: number,
  extra?: object,
): LayerSpecification => ({
  id,
  type: 'line',
  source,
  paint: { 'line-color': color, 'line-width': ancho },
  layout: { 'line-join': 'round' },
  ...extra,
})

/** The built-in map: land, provinces, and municipalities around Vitoria-Gasteiz. Needs neither network nor glyphs. */
export function estiloOffline(c: typeof CLARO, oscuro: boolean): StyleSpecification {
  const mar = oscuro ? '#0B1A20' : '#DCE8EC'
  const tierra = oscuro ? '#172523' : '#F7F8F5'
  const lejos = oscuro ? '#131F1E' : '#EEF0EC'
  const trazo = oscuro ? '#3B4F4C' : '#BFCAC5'
  const fino = oscuro ? '#263734' : '#E1E6E2'
  const rejillas = cuadriculas()
  return {
    version: 8,
    sources: {
      mundo: fuente(poligonos(base.mundo, 'paises')),
      vecinos: {
        ...fuente(poligonos(base.vecinos, 'paises')),
        attribution: 'Base: IGN España y Natural Earth',
      },
      provincias: fuente(poligonos(base.provincias, 'provincias')),
      limites: fuente(lineas(base.provincias, 'provincias')),
      municipios: fuente(lineas(base.municipios, 'municipios')),
      ...Object.fromEntries(rejillas.map((r) => [r.id, fuente(r.lineas)])),
    },
    layers: [
      { id: 'mar', type: 'background', paint: { 'background-color': mar } },
      {
        id: 'mundo',
        type: 'fill',
        source: 'mundo',
        paint: { 'fill-color': lejos, 'fill-outline-color': trazo },
      },
      {
        id: 'vecinos',
        type: 'fill',
        source: 'vecinos',
        paint: { 'fill-color': lejos, 'fill-outline-color': trazo },
      },
      { id: 'tierra', type: 'fill', source: 'provincias', paint: { 'fill-color': tierra } },
      ...rejillas.map((r) => linea(r.id, r.id, fino, 1, { minzoom: r.desde, maxzoom: r.hasta })),
      linea('municipios', 'municipios', trazo, 0.8, { minzoom: 8 }),
      linea('limites', 'limites', oscuro ? c.muted : '#93A39D', 1.2, { minzoom: 4 }),
    ],
  }
}
