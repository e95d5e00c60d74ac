import { queryOptions, useQuery } from '@tanstack/react-query'
import { getInstalacion } from '#contract/ajustes'
import { llamar } from './api'

export const instalacionQuery = queryOptions({
  queryKey: ['instalacion'],
  queryFn: ({ signal }) => llamar(getInstalacion, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export function useInstalacion() {
  return useQuery(instalacionQuery).data
}
