import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

const SONDEO_MS = 60_000

export const CLAVE = {
  plano: ['plano', 'nodos'],
  cuentas: ['plano', 'cuentas'],
  lectores: ['plano', 'lectores'],
} as const

/** @param quieto no automatic refetch while the plan is edited. */
export const planoQuery = (empresa: number | undefined, quieto = false) =>
  queryOptions({
    queryKey: [...CLAVE.plano, empresa],
    queryFn: ({ signal }) => call(api.listUbicaciones, { query: { empresa }, signal }),
    refetchInterval: quieto ? false : SONDEO_MS,
    refetchOnWindowFocus: !quieto,
    refetchOnReconnect: !quieto,
  })

/** `{ familia: { ubicacion: n } }` of one company. */
export const cuentasQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE.cuentas, empresa],
    queryFn: ({ signal }) => call(api.countDispositivos, { query: { empresa }, signal }),
    enabled: empresa !== undefined,
    refetchInterval: SONDEO_MS,
  })

/** The uncertain part of these counts. */
export const inciertosQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE.cuentas, 'inciertos', empresa],
    queryFn: ({ signal }) => call(api.countInciertos, { query: { empresa }, signal }),
    enabled: empresa !== undefined,
    refetchInterval: SONDEO_MS,
  })

/** Codes of the LT catalogue: the families of Montaje Final. */
export const codigosQuery = (empresa: number | undefined, hacenFalta: boolean) =>
  queryOptions({
    queryKey: ['plano', 'codigos', empresa],
    queryFn: async ({ signal }) =>
      (await call(api.getLogistica, { query: { empresa }, signal })).data.map((l) => l.codigo),
    enabled: empresa !== undefined && hacenFalta,
    staleTime: SONDEO_MS,
  })

/** The readers of a company, each with its location. */
export const lectoresQuery = (empresa: number) =>
  queryOptions({
    queryKey: [...CLAVE.lectores, empresa],
    queryFn: async ({ signal }) =>
      (await call(api.devicePocStatus, { query: { empresa, tipo: 'Reader' }, signal })).data,
  })
