import { queryOptions } from '@tanstack/react-query'
import { type CualesVistos, MAX_CUARENTENA, MAX_VISTOS } from '#contract/oir/lecturas/values'
import { CLAVE } from '../../dominio/administracion/queries'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

export const vistosQuery = (empresa: number | undefined, cuales: CualesVistos) =>
  queryOptions({
    queryKey: [...CLAVE, 'vistos', empresa, cuales],
    queryFn: ({ signal }) => call(api.listVistos, { query: { empresa, cuales, limite: MAX_VISTOS }, signal }),
    refetchInterval: 60_000,
    // Fetched anew, because a user opens the list after a notice about it.
    staleTime: 0,
  })

export const cuarentenaQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'cuarentena', empresa],
    queryFn: ({ signal }) => call(api.listCuarentena, { query: { empresa, limite: MAX_CUARENTENA }, signal }),
  })

export const conexionQuery = queryOptions({
  queryKey: [...CLAVE, 'conexion'],
  queryFn: ({ signal }) => call(api.getConexion, { signal }),
  staleTime: 300_000,
})

/** The device of a reader. */
export const dispositivoLectorQuery = (mac: string) =>
  queryOptions({
    queryKey: [...CLAVE, 'lector', mac],
    queryFn: ({ signal }) => call(api.getDispositivo, { params: { mac }, signal }),
  })
