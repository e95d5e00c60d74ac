import { queryOptions } from '@tanstack/react-query'
import { llamar } from '../lib/api'
import { api } from '../lib/llamadas'

export const dispositivoPublicoQuery = (mac: string) =>
  queryOptions({
    queryKey: ['public_device', mac],
    queryFn: ({ signal }) => llamar(api.publicDevice, { query: { mac }, signal }),
  })
