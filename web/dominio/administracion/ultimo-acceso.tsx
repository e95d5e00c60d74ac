import Tooltip from '@mui/material/Tooltip'
import { fechaHora, haceCuanto } from '../../lib/formato'
import { useAhora } from '../../lib/time/ahora'
import { useZona } from '../../lib/time/zona'

/** `hace 5 min`; hover and focus show the plant time. */
export function UltimoAcceso({ iso }: { iso: string | null }) {
  const ahora = useAhora()
  const zona = useZona()
  if (!iso) return 'Nunca'
  return (
    <Tooltip title={fechaHora(iso, zona)} describeChild>
      <time dateTime={iso}>{haceCuanto(iso, Math.max(ahora, Date.parse(iso)))}</time>
    </Tooltip>
  )
}
