import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api/api'
import { api } from '../lib/api/llamadas'

export const dispositivoPublicoQuery = (mac: string) =>
  queryOptions({
    queryKey: ['public_device', mac],
    queryFn: ({ signal }) => call(api.publicDevice, { query: { mac }, signal }),
  })

/** What bears that mac for whoever is in; null where they see none in use. */
export const halladoQuery = (mac: string) =>
  queryOptions({
    queryKey: ['codigo', 'publico', mac],
    queryFn: async ({ signal }) => {
      const { data } = await call(api.findCodigo, { query: { mac }, signal })
      return data.find((d) => !d.eliminado) ?? null
    },
    retry: false,
  })
