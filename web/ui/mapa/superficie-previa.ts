import type { Superficie } from './contexto'
import type { Vista } from './vista'

const LADO_MUNDO = 512

const x = (lon: number) => (lon + 180) / 360
const y = (lat: number) => 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)

/** Stands in for the map engine while that loads, so that markers have their final position from the start. */
export function superficiePrevia(caja: HTMLElement, centro: Vista): Superficie {
  const escala = LADO_MUNDO * 2 ** centro.zoom
  const previa = {
    project: ([lon, lat]: [number, number]) => ({
      x: caja.clientWidth / 2 + (x(lon) - x(centro.lon)) * escala,
      y: caja.clientHeight / 2 + (y(lat) - y(centro.lat)) * escala,
    }),
    on: () => previa,
    off: () => previa,
    getCanvasContainer: () => caja,
  }
  return previa as unknown as Superficie
}
