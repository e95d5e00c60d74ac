import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

const SONDEO_MS = 60_000

export const CLAVE_CUENTAS = ['estados', 'cuentas'] as const

export type Filtros = { familia?: string; ubicacion?: string; empresa?: number }

export const estadoQuery = (filtros: Filtros) =>
  queryOptions({
    queryKey: [...CLAVE_CUENTAS, filtros],
    queryFn: ({ signal }) => call(api.getEstado, { query: filtros, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })
