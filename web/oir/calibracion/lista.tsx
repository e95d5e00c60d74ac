import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { tono } from '../../ui/theme/tono'

/** A list whose rows have the same height with and without a button. */
export function Lista({ nombre, children }: { nombre: string; children: ReactNode }) {
  return (
    <Box
      component="ul"
      aria-label={nombre}
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        border: `1px solid ${tono('line')}`,
        borderRadius: 2,
        '& > li': { display: 'flex', alignItems: 'center', gap: 3, px: 4, py: 2, minHeight: 60 },
        '& > li + li': { borderTop: `1px solid ${tono('line')}` },
      }}
    >
      {children}
    </Box>
  )
}
