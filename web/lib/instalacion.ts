import { queryOptions, useQuery } from '@tanstack/react-query'
import { llamar } from './api'
import { api } from './llamadas'

export const instalacionQuery = queryOptions({
  queryKey: ['instalacion'],
  queryFn: ({ signal }) => llamar(api.getInstalacion, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export function useInstalacion() {
  return useQuery(instalacionQuery).data
}
