import { fechaHora, haceCuanto } from '../lib/formato'
import { useAhora } from '../lib/time/ahora'
import { useZona } from '../lib/time/zona'
import celda from './celda.module.css'

/** Plant time; hover and focus show how long ago that was. */
export function Momento({ iso }: { iso: string | null }) {
  const ahora = useAhora()
  const exacta = fechaHora(iso, useZona())
  if (!iso || !exacta) return <span>—</span>
  return (
    <time
      className={celda.momento}
      dateTime={iso}
      title={haceCuanto(iso, Math.max(ahora, Date.parse(iso))) ?? undefined}
    >
      {exacta}
    </time>
  )
}
