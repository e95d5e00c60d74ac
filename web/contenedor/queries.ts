import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getContenedor } from '#contract/contenedores'
import { llamar } from '../lib/api'

const SONDEO_MS = 60_000

export const contenedorQuery = (
  apodo: string,
  query: { desde: string; hasta: string; empresa: number | undefined },
) =>
  queryOptions({
    queryKey: ['contenedor', apodo, query],
    queryFn: ({ signal }) => llamar(getContenedor, { params: { apodo }, query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })
