import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { llamar } from '../lib/api'
import { api } from '../lib/llamadas'

const SONDEO_MS = 60_000

export const contenedorQuery = (
  apodo: string,
  query: { desde: string; hasta: string; empresa: number | undefined },
) =>
  queryOptions({
    queryKey: ['contenedor', apodo, query],
    queryFn: ({ signal }) => llamar(api.getContenedor, { params: { apodo }, query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })
