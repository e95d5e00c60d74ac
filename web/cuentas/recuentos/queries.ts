import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FiltroEstadoRecuento, ListaRecuento } from '#contract/cuentas/recuentos/values'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

const SONDEO_MS = 15_000
export const CLAVE = ['recuentos'] as const

export type Filtros = {
  estado: FiltroEstadoRecuento | undefined
  ubicacion: string | undefined
  familia: string | undefined
  tercero: string | undefined
  empresa: number | undefined
}

export const listaQuery = (filtros: Filtros, page: number, per_page: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'lista', filtros, page, per_page],
    queryFn: ({ signal }) => call(api.listRecuentos, { query: { ...filtros, page, per_page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })

export const lineasQuery = (id: number, lista: ListaRecuento, page: number, per_page: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'lineas', id, lista, page, per_page],
    queryFn: ({ signal }) =>
      call(api.listLineas, { params: { id }, query: { lista, page, per_page }, signal }),
    placeholderData: keepPreviousData,
  })

export const familiasQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'familias', empresa],
    queryFn: ({ signal }) => call(api.listFamilies, { query: { empresa }, signal }),
  })

export const tercerosQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'terceros', empresa],
    queryFn: ({ signal }) => call(api.listTerceros, { query: { empresa }, signal }),
  })

export const acuerdosQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'acuerdos', empresa],
    queryFn: ({ signal }) => call(api.listAcuerdos, { query: { empresa }, signal }),
  })

export const ajusteQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'ajuste', empresa],
    queryFn: ({ signal }) => call(api.getAjusteRecuentos, { query: { empresa }, signal }),
  })
