import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { PorMerma, QueMerma } from '#contract/cuentas/perdidas/merma-values'
import type { LlevaPerdida, OrdenPerdida, PeldanoCallado } from '#contract/cuentas/perdidas/values'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

const SONDEO_MS = 30_000
/** While something is still being counted. */
const CONTANDO_MS = 5000
const sondeoOf = (contado: boolean | undefined) => (contado === false ? CONTANDO_MS : SONDEO_MS)
export const CLAVE = ['perdidas'] as const

export type Filtros = {
  peldano: PeldanoCallado | undefined
  familia: string | undefined
  search: string | undefined
  lugar: string | undefined
  lleva: LlevaPerdida | undefined
  empresa: number | undefined
  orden: OrdenPerdida
  sentido: 'asc' | 'desc'
}

export const resumenQuery = (filtros: Pick<Filtros, 'familia' | 'empresa'>) =>
  queryOptions({
    queryKey: [...CLAVE, 'resumen', filtros],
    queryFn: ({ signal }) => call(api.getPerdidas, { query: filtros, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => sondeoOf(state.data?.contado),
  })

/** @param contado as the summary says */
export const listaQuery = (filtros: Filtros, page: number, per_page: number, contado: boolean | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'lista', filtros, page, per_page],
    queryFn: ({ signal }) => call(api.listPerdidas, { query: { ...filtros, page, per_page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: sondeoOf(contado),
  })

export const preciosQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'precios', empresa],
    queryFn: ({ signal }) => call(api.listPrecios, { query: { empresa }, signal }),
  })

export const quienQuery = (empresa: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'quien', empresa],
    queryFn: ({ signal }) => call(api.getQuienBusca, { query: { empresa }, signal }),
  })

type FiltrosMerma = { anio: number | undefined; por: PorMerma; empresa: number | undefined }

export const mermaQuery = (filtros: FiltrosMerma) =>
  queryOptions({
    queryKey: [...CLAVE, 'merma', filtros],
    queryFn: ({ signal }) => call(api.getMerma, { query: filtros, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.contado === false && CONTANDO_MS,
  })

export const mermaListaQuery = (
  filtros: FiltrosMerma & { que: QueMerma; clave: string | undefined },
  page: number,
  per_page: number,
) =>
  queryOptions({
    queryKey: [...CLAVE, 'merma-lista', filtros, page, per_page],
    queryFn: ({ signal }) => call(api.listMerma, { query: { ...filtros, page, per_page }, signal }),
    placeholderData: keepPreviousData,
  })
