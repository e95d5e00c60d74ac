import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { subscribeCambios } from '../../lib/api/live'
import { askAgain, createRitmo } from '../../lib/use-recount'
import { CLAVES_INVENTARIO, putDispositivos } from './queries'

const RECARGA_MS = 2_000

const macsOf = (filas: Dispositivo[]) => filas.map((d) => d.Dispositivo).join()

/** Live changes update the rows in place. */
export function useCambiosVivos(): void {
  const cliente = useQueryClient()
  useEffect(() => {
    const ritmo = createRitmo(() => askAgain(cliente, CLAVES_INVENTARIO, true), RECARGA_MS)
    const stop = subscribeCambios(({ recargar, dispositivos }) => {
      if (recargar) ritmo.request()
      else putDispositivos(cliente, dispositivos)
    })
    return () => {
      stop()
      ritmo.stop()
    }
  }, [cliente])
}

/**
 * The rows of a page in their initial order, however often they are refetched: nothing moves under the pointer. A row that is no longer on
 * the page stays with its last known data. `clave` identifies the page: a new page takes the server's order.
 */
export function useFilas(leidas: Dispositivo[] | undefined, clave: string) {
  const [vista, setVista] = useState<{ clave: string; leidas: Dispositivo[]; filas: Dispositivo[] }>()
  const quietas = vista?.clave === clave ? vista : undefined
  const filas = useMemo(() => {
    if (!leidas || quietas?.leidas === leidas) return quietas?.filas
    const ahora = new Map(leidas.map((d) => [d.Dispositivo, d]))
    return (quietas?.filas ?? leidas).map((d) => ahora.get(d.Dispositivo) ?? d)
  }, [leidas, quietas])
  if (leidas && filas && quietas?.leidas !== leidas) setVista({ clave, leidas, filas })
  return {
    filas,
    /** A refetch would return other rows or another order. */
    movidas: leidas !== undefined && filas !== undefined && macsOf(leidas) !== macsOf(filas),
    show: (nuevas = leidas) => nuevas && setVista({ clave, leidas: nuevas, filas: nuevas }),
  }
}
