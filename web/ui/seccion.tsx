import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { tono } from './theme/tono'

export function Seccion({
  titulo,
  acciones,
  children,
}: {
  titulo: string
  acciones?: ReactNode
  children: ReactNode
}) {
  return (
    <Box
      component="section"
      aria-label={titulo}
      sx={{ minWidth: 0, p: 4, borderRadius: 2, border: `1px solid ${tono('line')}`, bgcolor: tono('paper') }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 32, mb: 2 }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {titulo}
        </Typography>
        {acciones}
      </Box>
      {children}
    </Box>
  )
}
