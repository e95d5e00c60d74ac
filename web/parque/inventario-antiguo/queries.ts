import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import type { Busqueda, FiltrosAntiguos } from './busqueda'

const SONDEO_MS = 60_000

export const CLAVE = {
  todo: ['inventario-antiguo'],
  eliminados: ['inventario-antiguo', 'eliminados'],
} as const

export type Filtros = FiltrosAntiguos & { empresa?: number }
type Corte = Pick<Busqueda, 'orden' | 'sentido'> & { page: number; per_page: number }

/** One page with its total; not refetched automatically, so that rows do not move. */
export const paginaQuery = (filtros: Filtros, corte: Corte) =>
  queryOptions({
    queryKey: [...CLAVE.todo, 'pagina', filtros, corte],
    queryFn: ({ signal }) => call(api.listDevices, { query: { ...filtros, ...corte }, signal }),
    placeholderData: keepPreviousData,
    staleTime: SONDEO_MS,
    refetchOnWindowFocus: false,
  })

export const eliminadosQuery = (query: { name?: string; empresa?: number; page: number; per_page: number }) =>
  queryOptions({
    queryKey: [...CLAVE.eliminados, query],
    queryFn: ({ signal }) => call(api.listEliminados, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
