import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { tono } from './theme/tono'

/** Facts about one thing, each with its name above its value, as many side by side as fit. */
export function Datos({ datos }: { datos: readonly (readonly [nombre: string, valor: ReactNode])[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: '12px 16px',
        gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
      }}
    >
      {datos.map(([nombre, valor]) => (
        <Box key={nombre}>
          <Box component="dt" sx={{ fontSize: 12, color: tono('muted') }}>
            {nombre}
          </Box>
          <Box component="dd" sx={{ m: 0, mt: 1 }}>
            {valor}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
