import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api/api'
import { api } from '../lib/api/llamadas'

const FRESCA_MS = 60_000

/** People to whom incidents of a company can be assigned, and the filter options of its incidents. */
export const opcionesQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: ['incidencias', 'opciones', empresa],
    queryFn: ({ signal }) => call(api.listOpcionesIncidencia, { query: { empresa }, signal }),
    staleTime: FRESCA_MS,
  })
