export type Vista = { lat: number; lon: number; zoom: number }

export type Limites = { minlat: number; minlon: number; maxlat: number; maxlon: number }

/** Width of the world at zoom 0, in CSS pixels. */
const LADO_MUNDO = 512

const clamp = (v: number, min: number, max: number) => Math.min(max, Math.max(min, v))

export const MUNDO: Limites = { minlat: -85, minlon: -180, maxlat: 85, maxlon: 180 }

/** Degrees of longitude per CSS pixel at a zoom. */
export const gradosPorPixel = (zoom: number) => 360 / (LADO_MUNDO * 2 ** zoom)

const gradosMercator = (lat: number) => (Math.asinh(Math.tan((lat * Math.PI) / 180)) * 180) / Math.PI

/** Converts coordinates to CSS pixels at a zoom, counted from the north-west corner of `l`. */
export function project(zoom: number, l: Pick<Limites, 'maxlat' | 'minlon'> = { maxlat: 0, minlon: 0 }) {
  const grados = gradosPorPixel(zoom)
  const norte = gradosMercator(l.maxlat)
  return (lat: number, lon: number) => ({
    x: (lon - l.minlon) / grados,
    y: (norte - gradosMercator(lat)) / grados,
  })
}

/** Bounds enlarged on each side by a share of their size. */
export function zoomTo(l: Limites, parte: number): Limites {
  const alto = (l.maxlat - l.minlat) * parte
  const ancho = (l.maxlon - l.minlon) * parte
  return {
    minlat: clamp(l.minlat - alto, -90, 90),
    minlon: clamp(l.minlon - ancho, -180, 180),
    maxlat: clamp(l.maxlat + alto, -90, 90),
    maxlon: clamp(l.maxlon + ancho, -180, 180),
  }
}

/** Smallest bounds around points, with `px` CSS pixels of padding at the given zoom; null without points. */
export function limitesOf(puntos: { lat: number; lon: number }[], px: number, zoom: number): Limites | null {
  if (puntos.length === 0) return null
  const l = { minlat: 90, minlon: 180, maxlat: -90, maxlon: -180 }
  for (const { lat, lon } of puntos) {
    l.minlat = Math.min(l.minlat, lat)
    l.maxlat = Math.max(l.maxlat, lat)
    l.minlon = Math.min(l.minlon, lon)
    l.maxlon = Math.max(l.maxlon, lon)
  }
  const lon = px * gradosPorPixel(zoom)
  const lat = lon * Math.cos((((l.minlat + l.maxlat) / 2) * Math.PI) / 180)
  return {
    minlat: clamp(l.minlat - lat, -90, 90),
    minlon: clamp(l.minlon - lon, -180, 180),
    maxlat: clamp(l.maxlat + lat, -90, 90),
    maxlon: clamp(l.maxlon + lon, -180, 180),
  }
}

/** Whether two bounds differ by less than `px` CSS pixels at the zoom, which is not visible. */
export function casiIguales(a: Limites, b: Limites, px: number, zoom: number): boolean {
  const margen = px * gradosPorPixel(zoom)
  return (Object.keys(a) as (keyof Limites)[]).every((k) => Math.abs(a[k] - b[k]) < margen)
}

export const contains = (l: Limites, lat: number | null, lon: number | null) =>
  lat !== null && lon !== null && lat >= l.minlat && lat <= l.maxlat && lon >= l.minlon && lon <= l.maxlon

/** Mercator bounds that a map of this size in CSS pixels shows. */
export function limitesDeVista({ lat, lon, zoom }: Vista, ancho: number, alto: number): Limites {
  const grados = gradosPorPixel(zoom)
  const alturaOf = (pixeles: number) => {
    const y = ((gradosMercator(lat) + pixeles * grados) * Math.PI) / 180
    return (Math.atan(Math.sinh(y)) * 180) / Math.PI
  }
  return {
    minlat: alturaOf(-alto / 2),
    minlon: clamp(lon - (ancho / 2) * grados, -180, 180),
    maxlat: alturaOf(alto / 2),
    maxlon: clamp(lon + (ancho / 2) * grados, -180, 180),
  }
}
