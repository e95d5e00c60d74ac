import { useQuery } from '@tanstack/react-query'
import { useRecount } from '../../lib/use-recount'
import { CLAVE_TOTAL, type FiltrosEventos, totalQuery } from './queries'

/** A plant sends changes every second; the number of new events is queried less often. */
const PAUSA_MS = 5_000

/** The page on screen: its total, and when it was loaded. */
type Leida = { total: number; cuando: number }

/** Number of events with these filters that arrived after the page on screen was loaded. */
export function useNuevos(filtros: FiltrosEventos, leida: Leida | undefined): number {
  const ahora = useQuery({ ...totalQuery(filtros), enabled: leida !== undefined })
  useRecount(CLAVE_TOTAL, PAUSA_MS)

  if (!leida || ahora.data === undefined || ahora.dataUpdatedAt <= leida.cuando) return 0
  return Math.max(0, ahora.data - leida.total)
}
