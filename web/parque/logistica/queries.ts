import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

const SONDEO_MS = 60_000

export const CLAVE = ['logistica'] as const

export const tableroQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, empresa],
    queryFn: async ({ signal }) => (await call(api.getLogistica, { query: { empresa }, signal })).data,
    refetchInterval: SONDEO_MS,
  })
