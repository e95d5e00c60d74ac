import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, ErrorLlamada } from '../lib/api/api'
import { api } from '../lib/api/llamadas'
import type { BusquedaEventos } from './busqueda'

const SONDEO_MS = 60_000

export type FiltrosEventos = Omit<BusquedaEventos, 'pagina' | 'filas'> & { empresa?: number }

export const CLAVE_TOTAL = ['eventos', 'total'] as const

/**
 * One page, newest first, with the total at that moment. Asked for when somebody goes there and never by itself: new
 * events would move the rows that are being read.
 */
export const paginaQuery = (filtros: FiltrosEventos, pagina: { page: number; per_page: number }) =>
  queryOptions({
    queryKey: ['eventos', 'pagina', filtros, pagina],
    queryFn: async ({ signal }) => {
      const { data, total } = await call(api.getTableData, { query: { ...filtros, ...pagina }, signal })
      return { filas: data, total }
    },
    placeholderData: keepPreviousData,
    // Another page has other rows: to look for equal ones among 1,000 takes longer than to draw them.
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** How many there are by now. */
export const totalQuery = (filtros: FiltrosEventos) =>
  queryOptions({
    queryKey: [...CLAVE_TOTAL, filtros],
    queryFn: async ({ signal }) =>
      (await call(api.getTableData, { query: { ...filtros, page: 1, per_page: 1 }, signal })).total,
    gcTime: 0,
    refetchInterval: SONDEO_MS,
  })

const SIN_PALABRAS = 'Error al obtener los datos'

/** The server's words and its status; where it has none, what the specification says. */
export function textoDeFallo(causa: Error): string {
  if (!(causa instanceof ErrorLlamada)) return SIN_PALABRAS
  const { status, code, message, cuerpo } = causa
  if (status === 0) return message || SIN_PALABRAS
  return code === 'error'
    ? `${SIN_PALABRAS}. ${message} (${status})${cuerpo && `: ${cuerpo}`}`
    : `${message || SIN_PALABRAS} (error ${status})`
}

/** What is wrong with one of the filters, in the server's words. */
export const reparoOf = (causa: Error | null, campo: string): string | undefined =>
  causa instanceof ErrorLlamada && causa.status === 400 && causa.campo === campo ? causa.message : undefined
