import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import type { BusquedaEventos } from './busqueda'

const SONDEO_MS = 60_000

export type FiltrosEventos = Omit<BusquedaEventos, 'pagina' | 'filas'> & { empresa?: number }

export const CLAVE_TOTAL = ['eventos', 'total'] as const

/** One page, newest first, with the total at that time. Fetched on navigation only: an automatic refetch would move the rows. */
export const paginaQuery = (filtros: FiltrosEventos, pagina: { page: number; per_page: number }) =>
  queryOptions({
    queryKey: ['eventos', 'pagina', filtros, pagina],
    queryFn: async ({ signal }) => {
      const { data, total } = await call(api.getTableData, { query: { ...filtros, ...pagina }, signal })
      return { filas: data, total }
    },
    placeholderData: keepPreviousData,
    // Another page has other rows: structural sharing over 1,000 rows takes longer than rendering them.
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The current number of events. */
export const totalQuery = (filtros: FiltrosEventos) =>
  queryOptions({
    queryKey: [...CLAVE_TOTAL, filtros],
    queryFn: async ({ signal }) =>
      (await call(api.getTableData, { query: { ...filtros, page: 1, per_page: 1 }, signal })).total,
    gcTime: 0,
    refetchInterval: SONDEO_MS,
  })

const SIN_PALABRAS = 'Error al obtener los datos'

/** The server's message with its status; without one, the text of the specification. */
export function textoDeFallo(causa: Error): string {
  if (!(causa instanceof ErrorLlamada)) return SIN_PALABRAS
  const { status, code, message, cuerpo } = causa
  if (status === 0) return message || SIN_PALABRAS
  return code === 'error'
    ? `${SIN_PALABRAS}. ${message} (${status})${cuerpo && `: ${cuerpo}`}`
    : `${message || SIN_PALABRAS} (error ${status})`
}

/** Error of one filter, from the server. */
export const reparoOf = (causa: Error | null, campo: string): string | undefined =>
  causa instanceof ErrorLlamada && causa.status === 400 && causa.campo === campo ? causa.message : undefined
