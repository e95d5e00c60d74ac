import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Dispositivo } from '#contract/dispositivos'
import { suscribirCambios } from '../lib/live'
import { putDispositivos, reloadInventario } from './queries'

const macsDe = (filas: Dispositivo[]) => filas.map((d) => d.Dispositivo).join()

/** Live changes land in the rows where they stand. */
export function useCambiosVivos(): void {
  const cliente = useQueryClient()
  useEffect(
    () =>
      suscribirCambios(({ recargar, dispositivos }) => {
        if (recargar) reloadInventario(cliente)
        else putDispositivos(cliente, dispositivos)
      }),
    [cliente],
  )
}

/**
 * The rows of a page in the order in which they were first shown, however often they are read again: nothing moves
 * under the hand. `clave` names the page; another one shows as it comes.
 */
export function useFilas(leidas: Dispositivo[] | undefined, clave: string) {
  const [vista, setVista] = useState<{ clave: string; filas: Dispositivo[] }>()
  if (leidas && vista?.clave !== clave) setVista({ clave, filas: leidas })
  const quietas = vista?.clave === clave ? vista.filas : leidas
  const filas = useMemo(() => {
    const ahora = new Map(leidas?.map((d) => [d.Dispositivo, d]))
    return quietas?.map((d) => ahora.get(d.Dispositivo) ?? d)
  }, [leidas, quietas])
  return {
    filas,
    /** Read again, the page would hold other rows or another order. */
    movidas: leidas !== undefined && quietas !== undefined && macsDe(leidas) !== macsDe(quietas),
    mostrar: (nuevas = leidas) => nuevas && setVista({ clave, filas: nuevas }),
  }
}
