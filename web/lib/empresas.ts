import { queryOptions } from '@tanstack/react-query'
import { listEmpresas } from '#contract/sesion'
import { llamar } from './api'

/** The companies that the session may name. */
export const empresasQuery = queryOptions({
  queryKey: ['empresas'],
  queryFn: ({ signal }) => llamar(listEmpresas, { signal }),
  staleTime: 300_000,
})
