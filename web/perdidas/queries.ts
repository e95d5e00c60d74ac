import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { OrdenPerdida, PeldanoCallado } from '#contract/valores/dispositivos/perdidas'
import { call } from '../lib/api/api'
import { api } from '../lib/api/llamadas'

const SONDEO_MS = 30_000
export const CLAVE = ['perdidas'] as const

export type Filtros = {
  peldano: PeldanoCallado | undefined
  familia: string | undefined
  search: string | undefined
  empresa: number | undefined
  orden: OrdenPerdida
  sentido: 'asc' | 'desc'
}

export const resumenQuery = (filtros: Pick<Filtros, 'familia' | 'empresa'>) =>
  queryOptions({
    queryKey: [...CLAVE, 'resumen', filtros],
    queryFn: ({ signal }) => call(api.getPerdidas, { query: filtros, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })

export const listaQuery = (filtros: Filtros, page: number, per_page: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'lista', filtros, page, per_page],
    queryFn: ({ signal }) => call(api.listPerdidas, { query: { ...filtros, page, per_page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })

export const preciosQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'precios', empresa],
    queryFn: ({ signal }) => call(api.listPrecios, { query: { empresa }, signal }),
  })
