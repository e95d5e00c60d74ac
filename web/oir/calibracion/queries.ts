import { queryOptions } from '@tanstack/react-query'
import { CLAVE } from '../../dominio/administracion/queries'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

export const calibracionQuery = (empresa: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'calibracion', empresa],
    queryFn: ({ signal }) => call(api.getCalibracion, { query: { empresa }, signal }),
  })

/** During a walk the samples are counted every two seconds. */
const EN_PASEO_MS = 2000
const SIN_PASEO_MS = 30_000

export const paseoQuery = (empresa: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'paseo', empresa],
    queryFn: async ({ signal }) => (await call(api.getPaseo, { query: { empresa }, signal })).paseo,
    refetchInterval: (q) => (q.state.data ? EN_PASEO_MS : SIN_PASEO_MS),
  })
