import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ClasePila, MotivoPila, OrdenPila } from '#contract/cuentas/pilas/values'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

const SONDEO_MS = 30_000
/** While the tags are counted for the first time. */
const CONTANDO_MS = 5000
export const CLAVE = ['pilas'] as const

export type Filtros = {
  clase: ClasePila | undefined
  motivo: MotivoPila | undefined
  familia: string | undefined
  modelo: string | undefined
  search: string | undefined
  empresa: number | undefined
  orden: OrdenPila
  sentido: 'asc' | 'desc'
}

export const resumenQuery = (filtros: Pick<Filtros, 'familia' | 'empresa'>) =>
  queryOptions({
    queryKey: [...CLAVE, 'resumen', filtros],
    queryFn: ({ signal }) => call(api.getPilas, { query: filtros, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.faltan === null ? CONTANDO_MS : SONDEO_MS),
  })

export const listaQuery = (filtros: Filtros, page: number, per_page: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'lista', filtros, page, per_page],
    queryFn: ({ signal }) => call(api.listPilas, { query: { ...filtros, page, per_page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })

export const aprendidoQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'aprendido', empresa],
    queryFn: ({ signal }) => call(api.getPilasAprendido, { query: { empresa }, signal }),
    placeholderData: keepPreviousData,
  })

export const rondaQuery = (
  empresa: number | undefined,
  hasta: 'ya' | 'este_mes',
  desde: string | undefined,
) =>
  queryOptions({
    queryKey: [...CLAVE, 'ronda', empresa, hasta, desde],
    queryFn: ({ signal }) => call(api.getRonda, { query: { empresa, hasta, desde }, signal }),
    placeholderData: keepPreviousData,
  })
