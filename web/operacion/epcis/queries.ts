import { queryOptions } from '@tanstack/react-query'
import type { AjustesEpcis } from '#contract/operacion/epcis/ajustes'
import { CLAVE } from '../../dominio/administracion/queries'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

/** The settings of a company, and the options for them. */
export type Guardado = {
  ajustes: AjustesEpcis
  base: string
  familias: string[]
  lugares: { id: number; nombre: string; planta: string }[]
  eventos: number
  pendientes: number
  podado: string | null
}

export const ajustesQuery = (empresa: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'epcis', empresa],
    queryFn: ({ signal }) => call(api.getAjustesEpcis, { params: { id: empresa }, signal }),
    // A refetch on window focus would overwrite what is being edited.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Identifiers of an example with these settings. */
export const ejemploQuery = (
  empresa: number,
  asked: { ajustes: AjustesEpcis; familia?: string; ubicacion?: number },
) =>
  queryOptions({
    queryKey: [...CLAVE, 'epcis-ejemplo', empresa, asked],
    queryFn: ({ signal }) => call(api.tryAjustesEpcis, { params: { id: empresa }, body: asked, signal }),
    placeholderData: (previous) => previous,
    retry: false,
  })

export const suscripcionesQuery = (empresa: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'epcis-suscripciones', empresa],
    queryFn: async ({ signal }) =>
      (await call(api.listSuscripcionesEpcis, { query: { empresa }, signal })).data,
    refetchInterval: 30_000,
  })

/** The displayed part of an event. */
export type EventoVisto = {
  eventID: string
  type: string
  action: string
  bizStep?: string
  disposition?: string
  eventTime: string
  recordTime: string
  epcList?: string[]
  parentID?: string
  readPoint?: { id: string }
  errorDeclaration?: { reason: string }
}

const ULTIMOS = 10

/** The latest published events. */
export const ultimosQuery = (empresa: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'epcis-ultimos', empresa],
    queryFn: async ({ signal }) => {
      const query = { empresa, orderBy: 'recordTime', perPage: ULTIMOS } as const
      const document = (await call(api.listEventosEpcis, { query, signal })) as {
        epcisBody: { queryResults: { resultsBody: { eventList: EventoVisto[] } } }
      }
      return document.epcisBody.queryResults.resultsBody.eventList
    },
    refetchInterval: 30_000,
  })
