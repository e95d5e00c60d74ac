import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listFamilies } from '#contract/dispositivos'
import { inventarioUbicaciones } from '#contract/inventario'
import { getEstado } from '#contract/ubicaciones'
import { llamar } from '../lib/api'

const SONDEO_MS = 60_000

export const CLAVE_CUENTAS = ['estados', 'cuentas'] as const

export type Filtros = { familia?: string; ubicacion?: string; empresa?: number }

export const estadoQuery = (filtros: Filtros) =>
  queryOptions({
    queryKey: [...CLAVE_CUENTAS, filtros],
    queryFn: ({ signal }) => llamar(getEstado, { query: filtros, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })

export const familiasQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: ['estados', 'familias', empresa],
    queryFn: async ({ signal }) => (await llamar(listFamilies, { query: { empresa }, signal })).data,
    staleTime: SONDEO_MS,
  })

export const ubicacionesQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: ['estados', 'ubicaciones', empresa],
    queryFn: async ({ signal }) => (await llamar(inventarioUbicaciones, { query: { empresa }, signal })).data,
    staleTime: SONDEO_MS,
  })
