import { fechaHora, useZona } from '../lib/formato'

/** A plant time, whole. */
export function Fecha({ iso }: { iso: string | null }) {
  return <span>{fechaHora(iso, useZona()) ?? 'Sin datos'}</span>
}
