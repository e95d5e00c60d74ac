import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api'
import { api } from '../lib/llamadas'

const SONDEO_MS = 60_000

export const transicionesQuery = (apodo: string, empresa: number | undefined) =>
  queryOptions({
    queryKey: ['contenedor', apodo, 'transiciones', empresa],
    queryFn: ({ signal }) => call(api.listTransiciones, { params: { apodo }, query: { empresa }, signal }),
    refetchInterval: SONDEO_MS,
  })

export const contenedorQuery = (
  apodo: string,
  query: { desde: string; hasta: string; empresa: number | undefined },
) =>
  queryOptions({
    queryKey: ['contenedor', apodo, query],
    queryFn: ({ signal }) => call(api.getContenedor, { params: { apodo }, query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })
