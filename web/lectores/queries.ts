import { queryOptions } from '@tanstack/react-query'
import { CLAVE } from '../administracion/queries'
import { call } from '../lib/api'
import { api } from '../lib/llamadas'

export const lectoresQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'lectores', empresa],
    queryFn: ({ signal }) => call(api.listLectores, { query: { empresa }, signal }),
    refetchInterval: 60_000,
  })

export const vistosQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'vistos', empresa],
    queryFn: ({ signal }) => call(api.listVistos, { query: { empresa, limite: 1000 }, signal }),
    refetchInterval: 60_000,
  })

export const cuarentenaQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'cuarentena', empresa],
    queryFn: ({ signal }) => call(api.listCuarentena, { query: { empresa, limite: 500 }, signal }),
  })
