import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api'
import { api } from '../lib/llamadas'

export const dispositivoPublicoQuery = (mac: string) =>
  queryOptions({
    queryKey: ['public_device', mac],
    queryFn: ({ signal }) => call(api.publicDevice, { query: { mac }, signal }),
  })
