import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { CLAVE_OPCIONES } from '../../lib/opciones'
import type { Busqueda, FiltrosInventario } from './busqueda'

const SONDEO_MS = 60_000

export type Filtros = FiltrosInventario & { empresa?: number }
export type Pagina = { data: Dispositivo[]; total?: number }

export const CLAVE = {
  todo: ['inventario'],
  pagina: ['inventario', 'pagina'],
  dispositivo: ['inventario', 'dispositivo'],
  resumen: ['inventario', 'resumen'],
} as const

type Corte = Pick<Busqueda, 'orden' | 'sentido'> & { page: number; per_page: number }

/** One page of the inventory with its total. */
export const paginaQuery = (filtros: Filtros, corte: Corte) =>
  queryOptions({
    queryKey: [...CLAVE.pagina, filtros, corte],
    queryFn: ({ signal }) => call(api.devicePocStatus, { query: { ...filtros, ...corte }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SONDEO_MS,
  })

/** A device by its MAC; null if there is none. */
export const dispositivoQuery = (mac: string) =>
  queryOptions({
    queryKey: [...CLAVE.dispositivo, mac],
    queryFn: ({ signal }) =>
      call(api.getDispositivo, { params: { mac }, signal }).catch((causa) => {
        if (causa instanceof ErrorLlamada && causa.status === 404) return null
        throw causa
      }),
    refetchInterval: SONDEO_MS,
  })

export const resumenQuery = (filtros: Filtros) =>
  queryOptions({
    queryKey: [...CLAVE.resumen, filtros],
    queryFn: ({ signal }) => call(api.resumenPoc, { query: filtros, signal }),
  })

/** All queries of the screen. */
export const CLAVES_INVENTARIO = [CLAVE.todo, CLAVE_OPCIONES]

/** Refetch all of them: a pending answer may be older than the change that was just made here. */
export function reloadInventario(cliente: QueryClient): void {
  for (const queryKey of CLAVES_INVENTARIO) void cliente.invalidateQueries({ queryKey })
}

/** Update devices in all cached queries. */
export function putDispositivos(cliente: QueryClient, dispositivos: Dispositivo[]): void {
  const nuevos = new Map(dispositivos.map((d) => [d.Dispositivo, d]))
  cliente.setQueriesData<Pagina>({ queryKey: CLAVE.pagina }, (previa) =>
    previa?.data.some((d) => nuevos.has(d.Dispositivo))
      ? { ...previa, data: previa.data.map((d) => nuevos.get(d.Dispositivo) ?? d) }
      : previa,
  )
  cliente.setQueriesData<Dispositivo | null>({ queryKey: CLAVE.dispositivo }, (previa) =>
    previa ? (nuevos.get(previa.Dispositivo) ?? previa) : previa,
  )
}
