import Box from '@mui/material/Box'
import { tono } from '../../ui/theme/tono'
import { SENAL } from './diferencia'

/** Legend of the colours and the small numbers of the board. */
export function Leyenda() {
  return (
    <Box
      component="ul"
      aria-label="Leyenda"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: '2px 16px',
        m: 0,
        ml: { md: 'auto' },
        p: 0,
        listStyle: 'none',
        fontSize: 12,
        lineHeight: '18px',
        color: tono('muted'),
        width: { xs: '100%', md: 'auto' },
        '& svg': { fontSize: 16, display: 'block' },
        '& li': { display: 'inline-flex', alignItems: 'center', gap: '4px' },
      }}
    >
      <li>
        <span style={{ color: tono('amber') }}>{SENAL.amber}</span> falta menos de un tercio
      </li>
      <li>
        <span style={{ color: tono('rojo') }}>{SENAL.rojo}</span> un tercio o más
      </li>
      <li>
        <b>dudoso</b> puede estar en otra ubicación
      </li>
      <li>
        <b>sin señal</b> ya nadie lo oye ahí
      </li>
    </Box>
  )
}
