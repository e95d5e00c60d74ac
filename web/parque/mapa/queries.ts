import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Dispositivo, TipoDispositivo } from '#contract/parque/dispositivos/dispositivos'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { type LugarPlano, type PlanoBase, placeImagen, type ZonaPlano } from '../../ui/mapa/plano-base'
import { type Limites, MUNDO } from '../../ui/mapa/vista'
import type { OrdenVisibles } from './busqueda'

const SONDEO_MS = 60_000

export type Filtros = { search?: string; tipo?: TipoDispositivo; empresa?: number }
export type Pagina = { page: number; per_page: number; orden?: OrdenVisibles; sentido?: 'asc' | 'desc' }
export type Visibles = { data: Dispositivo[]; total: number }

export const CLAVE = {
  todo: ['mapa'],
  visibles: ['mapa', 'visibles'],
  celdas: ['mapa', 'celdas'],
  flota: ['mapa', 'flota'],
  dispositivo: ['mapa', 'dispositivo'],
} as const

/** One page of the devices within the bounds. */
export const visiblesQuery = (limites: Limites | null, filtros: Filtros, pagina: Pagina) =>
  queryOptions({
    queryKey: [...CLAVE.visibles, limites, filtros, pagina],
    queryFn: ({ signal }) =>
      call(api.devicesInBounds, { query: { ...(limites ?? MUNDO), ...filtros, ...pagina }, signal }),
    enabled: limites !== null,
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })

/** The cells from which the markers are built. */
export const celdasQuery = (limites: Limites | null, zoom: number, filtros: Filtros) =>
  queryOptions({
    queryKey: [...CLAVE.celdas, limites, zoom, filtros],
    queryFn: ({ signal }) =>
      call(api.listCeldas, { query: { ...(limites ?? MUNDO), ...filtros, zoom }, signal }),
    enabled: limites !== null,
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })

/** Number of devices that pass the filters and have a position anywhere on the map. */
export const totalQuery = (filtros: Filtros) =>
  queryOptions({
    queryKey: [...CLAVE.flota, filtros],
    queryFn: async ({ signal }) =>
      (await call(api.devicesInBounds, { query: { ...MUNDO, ...filtros, page: 1, per_page: 1 }, signal }))
        .total,
    staleTime: SONDEO_MS,
    refetchInterval: SONDEO_MS,
  })

/** A device by its MAC, for an address that was opened directly. */
export const dispositivoQuery = (mac: string) =>
  queryOptions({
    queryKey: [...CLAVE.dispositivo, mac],
    queryFn: ({ signal }) => call(api.getDispositivo, { params: { mac }, signal }),
    staleTime: SONDEO_MS,
    refetchInterval: SONDEO_MS,
  })

export const resumenIncidenciasQuery = (empresa?: number) =>
  queryOptions({
    queryKey: ['incidencias', 'resumen', empresa],
    queryFn: async ({ signal }) => {
      try {
        return await call(api.getResumenIncidencias, { query: { empresa }, signal })
      } catch (causa) {
        // If this query fails, only the notice is missing.
        if (!signal.aborted) console.error('Error al obtener resumen de incidencias', causa)
        throw causa
      }
    },
    staleTime: SONDEO_MS,
  })

/**
 * The areas of the plants from the positions of their readers, and the picture of the plan of a single company, if its place on the map is
 * known.
 */
export const plantaQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: ['mapa-planta', empresa],
    queryFn: async ({ signal }): Promise<PlanoBase> => {
      const [{ data }, plano] = await Promise.all([
        call(api.devicePocStatus, { query: { empresa, tipo: 'Reader' }, signal }),
        call(api.listUbicaciones, { query: { empresa }, signal }),
      ])
      const zonas = new Map<string, ZonaPlano & { puntos: { lat: number; lon: number }[] }>()
      for (const { Ubicacion, Lat, Lon, empresa: de } of data) {
        if (Ubicacion === null || Lat === null || Lon === null) continue
        const clave = claveOf(de, Ubicacion)
        const zona = zonas.get(clave) ?? { nombre: Ubicacion, puntos: [] }
        zona.puntos.push({ lat: Lat, lon: Lon })
        zonas.set(clave, zona)
      }
      const lugares = plano.data.flatMap(({ nombre, nodo_x: x, nodo_y: y }): LugarPlano[] => {
        const zona = zonas.get(claveOf(plano.empresa, nombre))
        return zona && x !== null && y !== null ? [{ nodo: { x, y }, puntos: zona.puntos }] : []
      })
      return { zonas: [...zonas.values()], imagen: plano.imagen && placeImagen(plano.imagen, lugares) }
    },
    staleTime: 300_000,
  })

const claveOf = (empresa: number, ubicacion: string) => `${empresa} ${ubicacion}`
