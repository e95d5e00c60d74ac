import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import type { BusquedaIncidencias } from './busqueda'
import { horasOf, isRango, type Rango } from './list/rango'

const SONDEO_MS = 60_000

export type Detalle = Awaited<ReturnType<typeof callDetalle>>

export const CLAVE = {
  lista: ['incidencias', 'lista'],
  detalle: ['incidencias', 'detalle'],
  resumen: ['incidencias', 'resumen'],
  abiertas: ['incidencias', 'abiertas'],
} as const

type Filtros = Rango &
  Pick<
    BusquedaIncidencias,
    'ver' | 'estado' | 'danio' | 'ubicacion' | 'lector' | 'pieza' | 'mias' | 'pendientes'
  >

/** The query parameters of the filters that the server applies: all but the search. */
export const filtrosOf = ({
  ver,
  estado,
  danio,
  ubicacion,
  lector,
  pieza,
  mias,
  pendientes,
  ...rango
}: Filtros) => ({
  ...(ver === 'abiertas'
    ? { siempre: 'true' as const, estado: 'abierta' as const }
    : { ...horasOf(rango), estado }),
  danio,
  ubicacion,
  lector,
  pieza,
  pendientes,
  ...(mias && { mias: 'true' as const }),
})

/** The incidents of some plant days, or the open ones of all time, newest first. */
export const incidenciasQuery = (filtros: Filtros, empresa: number | undefined) => {
  const query = { ...filtrosOf(filtros), empresa }
  return queryOptions({
    queryKey: [...CLAVE.lista, query],
    queryFn: async ({ signal }) => {
      try {
        return await call(api.listIncidencias, { query, signal })
      } catch (causa) {
        if (!signal.aborted) console.error('Error al obtener las incidencias', causa)
        throw causa
      }
    },
    enabled: filtros.ver !== 'ranking' && (filtros.ver === 'abiertas' || isRango(filtros)),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })
}

/** Number of open incidents of all time, and of those that are assigned to the user. */
export const abiertasQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE.abiertas, empresa],
    queryFn: ({ signal }) => call(api.countAbiertas, { query: { empresa }, signal }),
    refetchInterval: SONDEO_MS,
  })

export const rankingQuery = (rango: Rango, por: 'ubicacion' | 'lector', empresa: number | undefined) =>
  queryOptions({
    queryKey: ['incidencias', 'ranking', rango.desde, rango.hasta, por, empresa],
    queryFn: ({ signal }) => call(api.getRanking, { query: { ...horasOf(rango), por, empresa }, signal }),
    enabled: isRango(rango),
    placeholderData: keepPreviousData,
  })

const callDetalle = (id: number, signal?: AbortSignal) => call(api.getIncidencia, { params: { id }, signal })

export const detalleQuery = (id: number) =>
  queryOptions({
    queryKey: [...CLAVE.detalle, id],
    queryFn: ({ signal }) => callDetalle(id, signal),
  })

/** The latest server state of an incident, from any cached query. */
export function findIncidencia(cliente: QueryClient, id: number): Incidencia | undefined {
  const listas = cliente.getQueriesData<Incidencia[]>({ queryKey: CLAVE.lista })
  for (const [, lista] of listas) {
    const fila = lista?.find((i) => i.id === id)
    if (fila) return fila
  }
  return cliente.getQueryData<Detalle>([...CLAVE.detalle, id])
}

/** Update an incident in all cached queries. */
export function putIncidencia(cliente: QueryClient, nueva: Incidencia): void {
  cliente.setQueriesData<Incidencia[]>({ queryKey: CLAVE.lista }, (previa) =>
    previa?.some((i) => i.id === nueva.id) ? previa.map((i) => (i.id === nueva.id ? nueva : i)) : previa,
  )
  cliente.setQueryData<Detalle>([...CLAVE.detalle, nueva.id], (previa) => previa && { ...previa, ...nueva })
  // A pending answer may be older than this one.
  if (cliente.isFetching({ queryKey: CLAVE.lista }) > 0)
    void cliente.invalidateQueries({ queryKey: CLAVE.lista })
  for (const queryKey of [CLAVE.resumen, CLAVE.abiertas]) void cliente.invalidateQueries({ queryKey })
  // It is also among the earlier incidents of others.
  void cliente.invalidateQueries({ queryKey: CLAVE.detalle, predicate: (q) => q.queryKey[2] !== nueva.id })
}

/** Refetch one incident, because another user has changed it. */
export async function reloadIncidencia(cliente: QueryClient, id: number): Promise<void> {
  const { muestras, umbral_g, Lat, Lon, nodo, notas, anteriores, totalAnteriores, ...fila } =
    await callDetalle(id)
  putIncidencia(cliente, fila)
}
