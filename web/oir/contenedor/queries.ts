import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isOido } from '../../dominio/etiqueta/primera'
import { call } from '../../lib/api/api'
import { subscribeCambios } from '../../lib/api/live'
import { api } from '../../lib/api/llamadas'
import { askAgain, createRitmo } from '../../lib/use-recount'

const SONDEO_MS = 60_000
const ESPERA_MS = 5_000
/** A moving container sends a change every second. */
const ENTRE_MS = 2_000

export const transicionesQuery = (apodo: string, empresa: number | undefined) =>
  queryOptions({
    queryKey: ['contenedor', apodo, 'transiciones', empresa],
    queryFn: ({ signal }) => call(api.listTransiciones, { params: { apodo }, query: { empresa }, signal }),
    refetchInterval: SONDEO_MS,
  })

export const porQueQuery = (apodo: string, empresa: number | undefined) =>
  queryOptions({
    queryKey: ['contenedor', apodo, 'por-que', empresa],
    queryFn: ({ signal }) => call(api.getPorQue, { params: { apodo }, query: { empresa }, signal }),
    refetchInterval: SONDEO_MS,
  })

export const contenedorQuery = (
  apodo: string,
  query: { desde: string; hasta: string; empresa: number | undefined },
) =>
  queryOptions({
    queryKey: ['contenedor', apodo, query],
    queryFn: ({ signal }) => call(api.getContenedor, { params: { apodo }, query, signal }),
    placeholderData: keepPreviousData,
    // A tag that is heard again sends no change, so a new tag is polled.
    refetchInterval: ({ state: { data } }) =>
      data && !data.eliminado && !isOido(data.dispositivo.UltimoRegistro, data.etiquetas[0]?.momento)
        ? ESPERA_MS
        : SONDEO_MS,
  })

/** Refetch the file when something of its container changes. */
export function useContenedorVivo(apodo: string, mac: string | undefined): void {
  const cliente = useQueryClient()
  useEffect(() => {
    if (mac === undefined) return
    const ritmo = createRitmo(() => askAgain(cliente, [['contenedor', apodo]]), ENTRE_MS)
    const stop = subscribeCambios(({ recargar, dispositivos }) => {
      if (recargar || dispositivos.some((d) => d.Dispositivo === mac)) ritmo.request()
    })
    return () => {
      stop()
      ritmo.stop()
    }
  }, [cliente, apodo, mac])
}
