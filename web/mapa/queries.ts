import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Dispositivo, TipoDispositivo } from '#contract/dispositivos'
import { call } from '../lib/api'
import { api } from '../lib/llamadas'
import { type Limites, MUNDO } from '../ui/mapa/vista'
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

/** What the markers are made of. */
export const celdasQuery = (limites: Limites | null, zoom: number, filtros: Filtros) =>
  queryOptions({
    queryKey: [...CLAVE.celdas, limites, zoom, filtros],
    queryFn: ({ signal }) =>
      call(api.listCeldas, { query: { ...(limites ?? MUNDO), ...filtros, zoom }, signal }),
    enabled: limites !== null,
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })

/** How many devices stand anywhere on the map. */
export const totalFlotaQuery = (empresa?: number) =>
  queryOptions({
    queryKey: [...CLAVE.flota, empresa],
    queryFn: async ({ signal }) =>
      (await call(api.devicesInBounds, { query: { ...MUNDO, empresa, page: 1, per_page: 1 }, signal })).total,
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
        // Without it there is no notice, and nothing else is missing.
        if (!signal.aborted) console.error('Error al obtener resumen de incidencias', causa)
        throw causa
      }
    },
    staleTime: SONDEO_MS,
  })
