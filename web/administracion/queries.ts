import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../lib/api/api'
import { api } from '../lib/api/llamadas'
import { empresasQuery } from '../lib/opciones'

/** All that the tabs of this screen read begins with it. */
export const CLAVE = ['administracion'] as const

export const esAdminQuery = queryOptions({
  queryKey: [...CLAVE, 'is_admin'],
  queryFn: async ({ signal }) => (await call(api.isAdmin, { signal })).is_admin,
})

/** Readers with their clock, credential and what is wrong. */
export const lectoresQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'lectores', empresa],
    queryFn: ({ signal }) => call(api.listLectores, { query: { empresa }, signal }),
    refetchInterval: 60_000,
  })

/** Other systems that a company has addresses of. */
export const webhooksQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'webhooks', empresa],
    queryFn: async ({ signal }) => (await call(api.listWebhooks, { query: { empresa }, signal })).data,
  })

/** Companies by number, and the name of one. */
export function useEmpresas() {
  const { data: empresas } = useQuery(empresasQuery)
  const nombreOf = useCallback(
    (id: number) => empresas?.find((e) => e.id === id)?.nombre ?? `Empresa ${id}`,
    [empresas],
  )
  return { empresas, nombreDe: nombreOf }
}
