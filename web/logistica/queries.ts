import { queryOptions } from '@tanstack/react-query'
import { getLogistica } from '#contract/logistica'
import { llamar } from '../lib/api'

const SONDEO_MS = 60_000

export const CLAVE = ['logistica'] as const

export const tableroQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, empresa],
    queryFn: async ({ signal }) => (await llamar(getLogistica, { query: { empresa }, signal })).data,
    refetchInterval: SONDEO_MS,
  })
