import Tooltip from '@mui/material/Tooltip'
import { useAhora } from '../lib/ahora'
import { fechaHora, haceCuanto } from '../lib/formato'
import { useZona } from '../lib/zona'

/** `hace 5 min`, with the plant time beside it for who asks. */
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
