import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

export const dispositivoPublicoQuery = (mac: string) =>
  queryOptions({
    queryKey: ['public_device', mac],
    queryFn: ({ signal }) => call(api.publicDevice, { query: { mac }, signal }),
  })

/** The device with that mac for a logged-in user; null if the user sees no active one. */
export const halladoQuery = (mac: string) =>
  queryOptions({
    queryKey: ['codigo', 'publico', mac],
    queryFn: async ({ signal }) => {
      const { data } = await call(api.findCodigo, { query: { mac }, signal })
      return data.find((d) => !d.eliminado) ?? null
    },
    retry: false,
  })
