import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { tono } from './theme/tono'

/** The buttons of a long form, in sight wherever one is in it; what floats stands over them. */
export function BarraGuardar({ children }: { children: ReactNode }) {
  return (
    <Box
      data-barra-guardar
      sx={{
        position: 'sticky',
        bottom: 0,
        // Over the labels of the fields, which lie over what has no place of its own.
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
