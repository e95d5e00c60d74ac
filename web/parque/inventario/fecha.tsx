import { fechaHora } from '../../lib/formato'
import { useZona } from '../../lib/time/zona'

/** A plant time with date and seconds. */
export function Fecha({ iso }: { iso: string | null }) {
  return <span>{fechaHora(iso, useZona()) ?? 'Sin datos'}</span>
}
