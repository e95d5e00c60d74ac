import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Incidencia } from '#contract/incidencias'
import { call } from '../lib/api'
import { api } from '../lib/llamadas'
import { horasDe, isRango, type Rango } from './rango'

const SONDEO_MS = 60_000

export type Detalle = Awaited<ReturnType<typeof callDetalle>>

export const CLAVE = {
  lista: ['incidencias', 'lista'],
  detalle: ['incidencias', 'detalle'],
  resumen: ['incidencias', 'resumen'],
} as const

/** The incidents of some plant days, newest first. */
export const incidenciasQuery = (rango: Rango, empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE.lista, rango.desde, rango.hasta, empresa],
    queryFn: async ({ signal }) => {
      try {
        return await call(api.listIncidencias, { query: { ...horasDe(rango), empresa }, signal })
      } catch (causa) {
        if (!signal.aborted) console.error('Error al obtener las incidencias', causa)
        throw causa
      }
    },
    enabled: isRango(rango),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })

const callDetalle = (id: number, signal?: AbortSignal) => call(api.getIncidencia, { params: { id }, signal })

export const detalleQuery = (id: number) =>
  queryOptions({
    queryKey: [...CLAVE.detalle, id],
    queryFn: ({ signal }) => callDetalle(id, signal),
  })

/** An incident as the server last told it, wherever it is kept. */
export function findIncidencia(cliente: QueryClient, id: number): Incidencia | undefined {
  const listas = cliente.getQueriesData<Incidencia[]>({ queryKey: CLAVE.lista })
  for (const [, lista] of listas) {
    const fila = lista?.find((i) => i.id === id)
    if (fila) return fila
  }
  return cliente.getQueryData<Detalle>([...CLAVE.detalle, id])
}

/** Put what the server has just told of an incident wherever it shows. */
export function putIncidencia(cliente: QueryClient, nueva: Incidencia): void {
  cliente.setQueriesData<Incidencia[]>({ queryKey: CLAVE.lista }, (previa) =>
    previa?.some((i) => i.id === nueva.id) ? previa.map((i) => (i.id === nueva.id ? nueva : i)) : previa,
  )
  cliente.setQueryData<Detalle>([...CLAVE.detalle, nueva.id], (previa) => previa && { ...previa, ...nueva })
  // An answer that is still on its way may be older than this.
  if (cliente.isFetching({ queryKey: CLAVE.lista }) > 0)
    void cliente.invalidateQueries({ queryKey: CLAVE.lista })
  void cliente.invalidateQueries({ queryKey: CLAVE.resumen })
  // It stands among the earlier ones of others.
  void cliente.invalidateQueries({ queryKey: CLAVE.detalle, predicate: (q) => q.queryKey[2] !== nueva.id })
}

/** Ask for one incident again, for somebody else has changed it. */
export async function reloadIncidencia(cliente: QueryClient, id: number): Promise<void> {
  const { muestras, umbral_g, Lat, Lon, nodo, anteriores, totalAnteriores, ...fila } = await callDetalle(id)
  putIncidencia(cliente, fila)
}
