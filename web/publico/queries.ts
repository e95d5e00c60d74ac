import { queryOptions } from '@tanstack/react-query'
import { publicDevice } from '#contract/dispositivos'
import { llamar } from '../lib/api'

export const dispositivoPublicoQuery = (mac: string) =>
  queryOptions({
    queryKey: ['public_device', mac],
    queryFn: ({ signal }) => llamar(publicDevice, { query: { mac }, signal }),
  })
