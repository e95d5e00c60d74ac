import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

export const CLAVE = ['manuales']

export const manualesQuery = queryOptions({
  queryKey: [...CLAVE, 'arbol'],
  queryFn: async ({ signal }) => (await call(api.listManuales, { signal })).categories,
})

/** Address of a document's file. */
export const urlQuery = (name: string) =>
  queryOptions({
    queryKey: [...CLAVE, 'url', name],
    queryFn: async ({ signal }) => (await call(api.getManual, { params: { name }, signal })).url,
  })

const MINIMO = 3

export const textoQuery = (buscar: string) =>
  queryOptions({
    queryKey: [...CLAVE, 'texto', buscar],
    queryFn: async ({ signal }) => (await call(api.searchManuales, { query: { q: buscar }, signal })).data,
    enabled: buscar.trim().length >= MINIMO,
    placeholderData: keepPreviousData,
  })
