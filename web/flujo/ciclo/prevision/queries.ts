import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/api'
import { api } from '../../../lib/api/llamadas'

const SONDEO_MS = 60_000
const CLAVE = ['prevision'] as const

export const VER = ['faltas', 'todas'] as const
export type Ver = (typeof VER)[number]

export type Filtros = {
  ciclo: number | undefined
  familia: string | undefined
  ver: Ver | undefined
  empresa: number | undefined
}

export const seriesQuery = (filtros: Filtros) =>
  queryOptions({
    queryKey: [...CLAVE, filtros],
    queryFn: ({ signal }) => call(api.listPrevisiones, { query: filtros, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })

export const pasadasQuery = (
  id: number,
  ver: 'avisos' | 'juzgadas',
  page: number,
  per_page: number,
  empresa: number | undefined,
) =>
  queryOptions({
    queryKey: [...CLAVE, id, ver, page, per_page, empresa],
    queryFn: ({ signal }) =>
      call(api.listPrevisionesPasadas, { params: { id }, query: { ver, page, per_page, empresa }, signal }),
    placeholderData: keepPreviousData,
  })
