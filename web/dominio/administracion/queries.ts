import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { empresasQuery } from '../../lib/opciones'

/** Prefix of all query keys of this screen. */
export const CLAVE = ['administracion'] as const

export const esAdminQuery = queryOptions({
  queryKey: [...CLAVE, 'is_admin'],
  queryFn: async ({ signal }) => (await call(api.isAdmin, { signal })).is_admin,
})

/** Readers with their clock, credential and faults. */
export const lectoresQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'lectores', empresa],
    queryFn: ({ signal }) => call(api.listLectores, { query: { empresa }, signal }),
    refetchInterval: 60_000,
  })

/** Webhooks of a company. */
export const webhooksQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'webhooks', empresa],
    queryFn: async ({ signal }) => (await call(api.listWebhooks, { query: { empresa }, signal })).data,
  })

/** Companies by id, and the name of one. */
export function useEmpresas() {
  const { data: empresas } = useQuery(empresasQuery)
  const nombreOf = useCallback(
    (id: number) => empresas?.find((e) => e.id === id)?.nombre ?? `Empresa ${id}`,
    [empresas],
  )
  return { empresas, nombreOf }
}
