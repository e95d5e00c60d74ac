import type { Map as MapaGl } from 'maplibre-gl'
import { createContext, useContext } from 'react'

/** What markers need of a map: where a coordinate is, when that changes, and where to be drawn. */
export type Superficie = Pick<MapaGl, 'project' | 'on' | 'off' | 'getCanvasContainer'>

export const ContextoSuperficie = createContext<Superficie | null>(null)
export const ContextoMapa = createContext<MapaGl | null>(null)

function required<T>(valor: T | null): T {
  if (valor === null) throw new Error('a map layer outside <Mapa>')
  return valor
}

export const useSuperficie = () => required(useContext(ContextoSuperficie))

/** The map that a part is drawn on. */
export const useMapa = () => required(useContext(ContextoMapa))
