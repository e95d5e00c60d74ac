import { queryOptions } from '@tanstack/react-query'
import { listLectores } from '#contract/lectores'
import { listCuarentena, listVistos } from '#contract/lecturas'
import { CLAVE } from '../administracion/queries'
import { llamar } from '../lib/api'

export const lectoresQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'lectores', empresa],
    queryFn: ({ signal }) => llamar(listLectores, { query: { empresa }, signal }),
    refetchInterval: 60_000,
  })

export const vistosQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'vistos', empresa],
    queryFn: ({ signal }) => llamar(listVistos, { query: { empresa, limite: 1000 }, signal }),
    refetchInterval: 60_000,
  })

export const cuarentenaQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'cuarentena', empresa],
    queryFn: ({ signal }) => llamar(listCuarentena, { query: { empresa, limite: 500 }, signal }),
  })
