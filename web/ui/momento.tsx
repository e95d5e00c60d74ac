import { styled } from '@mui/material/styles'
import { useAhora } from '../lib/ahora'
import { fechaHora, haceCuanto } from '../lib/formato'
import { useZona } from '../lib/zona'
import { tono } from './tono'

const Marco = styled('time')({
  whiteSpace: 'nowrap',
  // The keyboard has no hover: a focused row says it beside the time.
  'tr:focus-visible &::after': { content: 'attr(title)', marginLeft: 8, color: tono('muted') },
})

/** Plant time, with how long ago that was on hover and focus. */
export function Momento({ iso }: { iso: string | null }) {
  const ahora = useAhora()
  const exacta = fechaHora(iso, useZona())
  if (!iso || !exacta) return <span>—</span>
  return (
    <Marco dateTime={iso} title={haceCuanto(iso, Math.max(ahora, Date.parse(iso))) ?? undefined}>
      {exacta}
    </Marco>
  )
}
