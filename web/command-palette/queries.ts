import { queryOptions } from '@tanstack/react-query'
import type { Nombres } from '../dominio/escaner/codigo'
import { call } from '../lib/api/api'
import { api } from '../lib/api/llamadas'

const MAX_HALLADOS = 8
/** A single letter would match half the plant. */
export const MIN_LETRAS = 2

/** The first devices, by nickname, whose nickname or mac contains the text. Refetched when `empresa` changes. */
export const halladosQuery = (buscar: string, empresa: number | undefined) =>
  queryOptions({
    queryKey: ['paleta', buscar, empresa],
    queryFn: ({ signal }) =>
      call(api.devicePocStatus, { query: { buscar, empresa, page: 1, per_page: MAX_HALLADOS }, signal }),
    select: ({ data }) => data,
    retry: false,
  })

/** What a code leads to; every scan is a new query. */
export const hallazgoQuery = (nombres: Nombres, empresa: number | undefined) =>
  queryOptions({
    queryKey: ['codigo', nombres, empresa],
    queryFn: ({ signal }) => call(api.findCodigo, { query: { ...nombres, empresa }, signal }),
    gcTime: 0,
    retry: false,
  })
