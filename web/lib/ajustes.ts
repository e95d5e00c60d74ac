import { queryOptions, useQuery } from '@tanstack/react-query'
import { getAjustes } from '#contract/sesion'
import { llamar } from './api'

export const ajustesQuery = queryOptions({
  queryKey: ['ajustes'],
  queryFn: ({ signal }) => llamar(getAjustes, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export function useAjustes() {
  return useQuery(ajustesQuery).data
}
