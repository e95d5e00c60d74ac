import {
  AttributionControl,
  Map as MapaGl,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl'
import urlWorker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import 'maplibre-gl/dist/maplibre-gl.css'
import type { Vista } from './vista'

setWorkerUrl(urlWorker)

export const ZOOM_MAXIMO = 20

const ESTILO_VACIO: StyleSpecification = { version: 8, sources: {}, layers: [] }

const TEXTOS = {
  'Map.Title': 'Mapa',
  'AttributionControl.ToggleAttribution': 'Mostrar u ocultar la atribución',
  'AttributionControl.MapFeedback': 'Informar de un error en el mapa',
  'ScaleControl.Meters': 'm',
  'ScaleControl.Kilometers': 'km',
}

/**
 * A north-up map with pan and zoom. It starts without a style, so that markers never wait for tiles. Throws if the browser has no WebGL.
 */
export function createMapa(container: HTMLElement, vista: Vista): MapaGl {
  const mapa = new MapaGl({
    container,
    style: ESTILO_VACIO,
    center: [vista.lon, vista.lat],
    zoom: vista.zoom,
    maxZoom: ZOOM_MAXIMO,
    minZoom: 1,
    renderWorldCopies: false,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    fadeDuration: 0,
    locale: TEXTOS,
  })
  mapa.touchZoomRotate.disableRotation()
  mapa.keyboard.disableRotation()
  mapa.addControl(new AttributionControl({ compact: false }), 'bottom-right')
  mapa.addControl(new ScaleControl({ unit: 'metric', maxWidth: 96 }), 'bottom-left')
  return mapa
}
