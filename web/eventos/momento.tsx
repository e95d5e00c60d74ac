import { styled } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import { useAhora } from '../lib/ahora'
import { fechaHora, haceCuanto, useZona } from '../lib/formato'
import { tono } from '../ui/tono'

const Marco = styled('span')({
  whiteSpace: 'nowrap',
  '& .relativa': { display: 'none', marginLeft: 8, color: tono('muted') },
  // The keyboard has no hover: a focused row says it beside the time.
  'tr:focus-visible & .relativa': { display: 'inline' },
})

/** Plant time, with how long ago that was on hover and focus. */
export function Momento({ iso }: { iso: string }) {
  const exacta = fechaHora(iso, useZona())
  return (
    <Tooltip title={<Hace iso={iso} />} describeChild>
      <Marco>
        <time dateTime={iso}>{exacta}</time>
        <span className="relativa">
          <Hace iso={iso} />
        </span>
      </Marco>
    </Tooltip>
  )
}

function Hace({ iso }: { iso: string }) {
  return haceCuanto(iso, Math.max(useAhora(), Date.parse(iso) || 0))
}
