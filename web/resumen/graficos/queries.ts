import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { NombreGrafico } from '#contract/resumen/graficos/values'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import type { BusquedaGraficos } from './busqueda'

const FRESCO_MS = 60_000

export type FiltrosGraficos = BusquedaGraficos & { empresa?: number }

export const graficoQuery = (grafico: NombreGrafico, filtros: FiltrosGraficos) =>
  queryOptions({
    queryKey: ['graficos', grafico, filtros],
    queryFn: ({ signal }) => call(api.getGrafico, { params: { grafico }, query: filtros, signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESCO_MS,
  })

export const opcionesQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: ['graficos', 'opciones', empresa],
    queryFn: ({ signal }) => call(api.listOpcionesGrafico, { query: { empresa }, signal }),
    staleTime: FRESCO_MS,
  })
