import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './api/api'
import { api } from './api/llamadas'

export const instalacionQuery = queryOptions({
  queryKey: ['instalacion'],
  queryFn: ({ signal }) => call(api.getInstalacion, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export function useInstalacion() {
  return useQuery(instalacionQuery).data
}
