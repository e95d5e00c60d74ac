import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

const SONDEO_MS = 60_000
/** Polled while the book is being calculated. */
const DEPRISA_MS = 5_000
export const CLAVE = ['custodia'] as const

export const saldosQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'saldos', empresa],
    queryFn: ({ signal }) => call(api.listSaldos, { query: { empresa }, signal }),
    refetchInterval: (q) => (q.state.data?.por_anotar ? DEPRISA_MS : SONDEO_MS),
  })

export const tercerosQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'terceros', empresa],
    queryFn: ({ signal }) => call(api.listTerceros, { query: { empresa }, signal }),
  })

/** Locations of a company. */
export const lugaresQuery = (empresa: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'lugares', empresa],
    queryFn: async ({ signal }) => {
      const { data } = await call(api.listUbicaciones, { query: { empresa }, signal })
      return data.map(({ id, nombre }) => ({ id, nombre }))
    },
  })

export type FiltrosExtracto = {
  tercero: number | undefined
  familia: string | undefined
  search: string | undefined
  que: 'disputa' | undefined
  desde: string | undefined
  hasta: string | undefined
}

export const extractoQuery = (filtros: FiltrosExtracto, page: number, per_page: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'extracto', filtros, page, per_page],
    queryFn: ({ signal }) => call(api.listExtracto, { query: { ...filtros, page, per_page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
    enabled: filtros.tercero !== undefined,
  })

type FiltrosCuenta = {
  tercero: number | undefined
  familia?: string | undefined
  empresa: number | undefined
}

export const enCuentaQuery = (filtros: FiltrosCuenta, page: number, per_page: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'contenedores', filtros, page, per_page],
    queryFn: ({ signal }) => call(api.listEnCuenta, { query: { ...filtros, page, per_page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })

export const diferenciasQuery = (filtros: FiltrosCuenta, page: number, per_page: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'diferencias', filtros, page, per_page],
    queryFn: ({ signal }) => call(api.listDiferencias, { query: { ...filtros, page, per_page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })

export const disputasQuery = (filtros: FiltrosCuenta, page: number, per_page: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'disputas', filtros, page, per_page],
    queryFn: ({ signal }) => call(api.listDisputas, { query: { ...filtros, page, per_page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })

export const pruebaQuery = (id: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'prueba', id],
    queryFn: ({ signal }) => call(api.getPrueba, { params: { id }, signal }),
  })
