import { useQuery } from '@tanstack/react-query'
import { useRecount } from '../lib/use-recount'
import { CLAVE_TOTAL, type FiltrosEventos, totalQuery } from './queries'

/** Something changes on a plant every second; how many events that made is asked less often. */
const PAUSA_MS = 5_000

/** A page on screen: the total it came with, and when. */
type Leida = { total: number; cuando: number }

/** How many events of these filters have come since the page on screen was read. */
export function useNuevos(filtros: FiltrosEventos, leida: Leida | undefined): number {
  const ahora = useQuery({ ...totalQuery(filtros), enabled: leida !== undefined })
  useRecount(CLAVE_TOTAL, PAUSA_MS)

  if (!leida || ahora.data === undefined || ahora.dataUpdatedAt <= leida.cuando) return 0
  return Math.max(0, ahora.data - leida.total)
}
