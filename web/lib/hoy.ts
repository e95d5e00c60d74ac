import { DateTime } from 'luxon'
import { useAhora } from './ahora'
import { useZona } from './formato'

/** The day in the plant, `YYYY-MM-DD`. */
export function useHoy(): string {
  const zona = useZona()
  return DateTime.fromMillis(useAhora(), { zone: zona }).toISODate() ?? ''
}
