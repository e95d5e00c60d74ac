import { styled } from '@mui/material/styles'
import { tono } from '../../ui/theme/tono'

/** Name of a place, below it; `data-aqui` marks the most important one. */
export const NombreEnPlano = styled('span')({
  position: 'absolute',
  transform: 'translate(-50%, 14px)',
  padding: '0 4px',
  borderRadius: 4,
  background: `color-mix(in srgb, ${tono('paper')} 88%, transparent)`,
  color: tono('ink'),
  fontSize: 12,
  lineHeight: '16px',
  whiteSpace: 'nowrap',
  '&[data-aqui]': { fontWeight: 650, zIndex: 2 },
})
