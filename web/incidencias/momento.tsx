import Tooltip from '@mui/material/Tooltip'
import { useAhora } from '../lib/ahora'
import { fechaHora, haceCuanto, useZona } from '../lib/formato'

/** Exact plant time; how long ago on hover. */
export function Momento({ iso }: { iso: string | null }) {
  const ahora = useAhora()
  const exacta = fechaHora(iso, useZona())
  if (!iso || !exacta) return <span>—</span>
  return (
    <Tooltip title={haceCuanto(iso, Math.max(ahora, Date.parse(iso)))} describeChild>
      <time dateTime={iso}>{exacta}</time>
    </Tooltip>
  )
}
