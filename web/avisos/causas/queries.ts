import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ClaseCausa } from '#contract/avisos/causas/values'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

const SONDEO_MS = 30_000
export const CLAVE = ['causas'] as const

export type Filtros = {
  estado?: 'abiertas' | 'acabadas'
  clase?: ClaseCausa
  search?: string
  empresa: number | undefined
}

export const causasQuery = (filtros: Filtros, page: number, per_page: number) =>
  queryOptions({
    queryKey: [...CLAVE, filtros, page, per_page],
    queryFn: ({ signal }) => call(api.listCausas, { query: { ...filtros, page, per_page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })

export const causaQuery = (id: number) =>
  queryOptions({
    queryKey: [...CLAVE, id],
    queryFn: ({ signal }) => call(api.getCausa, { params: { id }, signal }),
    refetchInterval: SONDEO_MS,
  })
