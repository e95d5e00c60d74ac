import { queryOptions } from '@tanstack/react-query'
import { listEmpresas } from '#contract/sesion'
import { llamar } from '../lib/api'

export const empresasQuery = queryOptions({
  queryKey: ['empresas'],
  queryFn: ({ signal }) => llamar(listEmpresas, { signal }),
  staleTime: 300_000,
})
