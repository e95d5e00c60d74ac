import { queryOptions } from '@tanstack/react-query'
import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

/** The device registered under a mac; null if there is none. */
export const registradoQuery = (mac: string) =>
  queryOptions({
    queryKey: ['registro', mac],
    queryFn: ({ signal }) =>
      call(api.deviceDetails, { query: { mac }, signal }).catch((causa) => {
        if (causa instanceof ErrorLlamada && causa.status === 404) return null
        throw causa
      }),
    staleTime: 0,
    retry: false,
  })

/** Whether the device that was just registered has been heard. */
export const oidoQuery = (mac: string) =>
  queryOptions({
    queryKey: ['oido', mac],
    queryFn: ({ signal }) => call(api.getOido, { params: { mac }, signal }),
    retry: false,
  })

/** Place of the device, once it has been heard. */
export const sitioQuery = (mac: string) =>
  queryOptions({
    queryKey: ['registro', 'sitio', mac],
    queryFn: ({ signal }) => call(api.getDispositivo, { params: { mac }, signal }),
    retry: false,
  })
