import type { Map as MapaGl } from 'maplibre-gl'
import { createContext, useContext } from 'react'

/** What markers need from a map: where a coordinate is drawn, when that changes, and the element to render into. */
export type Superficie = Pick<MapaGl, 'project' | 'on' | 'off' | 'getCanvasContainer'>

export const ContextoSuperficie = createContext<Superficie | null>(null)
export const ContextoMapa = createContext<MapaGl | null>(null)

function required<T>(valor: T | null): T {
  if (valor === null) throw new Error('a map layer outside <Mapa>')
  return valor
}

export const useSuperficie = () => required(useContext(ContextoSuperficie))

/** The map that the component is drawn on. */
export const useMapa = () => required(useContext(ContextoMapa))
