import PowerSettingsNew from '@mui/icons-material/PowerSettingsNew'
import CircularProgress from '@mui/material/CircularProgress'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { apodoOf } from '../../dominio/apodo'
import { tinte, tono } from '../../ui/theme/tono'

const Boton = styled('button')({
  all: 'unset',
  boxSizing: 'border-box',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  height: 24,
  padding: '0 8px 0 6px',
  marginLeft: -6,
  position: 'relative',
  borderRadius: 6,
  color: tono('muted'),
  fontSize: 12,
  fontWeight: 550,
  cursor: 'pointer',
  verticalAlign: 'middle',
  '& svg': { fontSize: 16 },
  '&[aria-checked="true"]': { color: tono('verde') },
  '&:hover': { background: tinte('brand', 10) },
  '&[aria-disabled]': { cursor: 'progress' },
  '&:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: -1 },
  // The touch target is 44 px.
  '@media (pointer: coarse)': { '&::after': { content: '""', position: 'absolute', inset: '-10px 0' } },
})

type Props = { d: Dispositivo; onToggle: ((d: Dispositivo) => Promise<void>) | undefined }

/** Switch that shows whether the device is on; a click changes it. */
export function CeldaActivado({ d, onToggle }: Props) {
  const [ocupado, setOcupado] = useState(false)
  if (!onToggle) return d.Activado
  const toggle = async () => {
    if (ocupado) return
    setOcupado(true)
    await onToggle(d)
    setOcupado(false)
  }
  return (
    <Boton
      type="button"
      role="switch"
      aria-checked={d.Activado === 'Activado'}
      aria-label={`${apodoOf(d)}: ${d.Activado}`}
      aria-disabled={ocupado || undefined}
      title={d.Activado === 'Activado' ? 'Desactivar' : 'Activar'}
      onClick={() => void toggle()}
    >
      {ocupado ? <CircularProgress size={14} aria-label="Cambiando" color="inherit" /> : <PowerSettingsNew />}
      {d.Activado}
    </Boton>
  )
}
