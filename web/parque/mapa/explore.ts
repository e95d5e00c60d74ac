import type { QueryClient } from '@tanstack/react-query'
import { gradosPorPixel, type Limites, limitesOf, MUNDO } from '../../ui/mapa/vista'
import { type Grupo, RADIO_PX } from './markers/grupos'
import { celdasQuery, type Filtros } from './queries'

/** Maximum zoom of the map. */
const ZOOM_FINAL = 20
/** Size of a cell of the server, in CSS pixels at the requested zoom. */
const LADO_CELDA_PX = 24
/** Assumed width of the view in pixels: it limits the number of cells in one answer. */
const ANCHO_PX = 1024

type Punto = { lat: number; lon: number }

const lado = (l: Limites) => Math.max(l.maxlon - l.minlon, l.maxlat - l.minlat)

/** Whether the points get apart at the maximum zoom. */
const separables = (puntos: Punto[]) => {
  const l = limitesOf(puntos, 0, 0)
  return l !== null && lado(l) > RADIO_PX * gradosPorPixel(ZOOM_FINAL)
}

const zoomQueCabe = (l: Limites) =>
  Math.min(ZOOM_FINAL, Math.floor(Math.log2(ANCHO_PX / 512 / (lado(l) / 360))))

/**
 * Finds where the members of a marker stand, by asking only for cells, at a higher zoom each time. `partido`: zooming into the bounds
 * separates them; otherwise they share one spot, which the bounds enclose.
 */
async function look(cliente: QueryClient, puntos: Punto[], zoom: number, filtros: Filtros) {
  let vistos = puntos
  let nivel = zoom
  for (;;) {
    const limites = limitesOf(vistos, LADO_CELDA_PX, nivel)
    const siguiente = limites ? zoomQueCabe(limites) : nivel
    if (!limites || siguiente <= nivel) return { partido: separables(vistos), limites }
    const { celdas } = await cliente.fetchQuery(celdasQuery(limites, siguiente, filtros))
    if (celdas.length === 0) return { partido: separables(vistos), limites }
    vistos = celdas
    nivel = siguiente
  }
}

/** Result of a click on a marker: bounds to zoom into, or the spot whose members are to be listed. */
export const exploreGrupo = (cliente: QueryClient, grupo: Grupo, zoom: number, filtros: Filtros) =>
  look(cliente, grupo.celdas, Math.min(ZOOM_FINAL, Math.floor(zoom)), filtros)

/** Bounds of the whole fleet; null if no device has a position. */
export async function limitesDeFlota(cliente: QueryClient, filtros: Filtros): Promise<Limites | null> {
  const { celdas } = await cliente.fetchQuery(celdasQuery(MUNDO, 2, filtros))
  return (await look(cliente, celdas, 2, filtros)).limites
}
