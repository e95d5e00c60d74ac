import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { tono } from './theme/tono'

/** The buttons of a long form, visible at every scroll position; floating elements are placed above them. */
export function BarraGuardar({ children }: { children: ReactNode }) {
  return (
    <Box
      data-barra-guardar
      sx={{
        position: 'sticky',
        bottom: 0,
        // Above the labels of the fields, which overlap elements without a z-index.
        zIndex: 2,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        py: 3,
        bgcolor: tono('paper'),
        borderTop: `1px solid ${tono('line')}`,
      }}
    >
      {children}
    </Box>
  )
}
