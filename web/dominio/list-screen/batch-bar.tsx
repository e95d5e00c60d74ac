import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { tinte, tono } from '../../ui/theme/tono'

type Props = {
  /** Its name: `Contenedores elegidos`. */
  etiqueta: string
  /** How many are marked, in words. */
  cuenta: string
  /** The most that may be marked at once, where more are; else false. */
  demasiados: number | false
  onClear: () => void
  /** What can be done of them. */
  children: ReactNode
}

/** The bar of the rows that are marked, below a table. */
export function BatchBar({ etiqueta, cuenta, demasiados, onClear, children }: Props) {
  return (
    <Box
      role="region"
      aria-label={etiqueta}
      sx={{
        flex: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '8px 12px',
        px: 4,
        py: 2,
        bgcolor: tinte('brand', 8),
        borderTop: `1px solid ${tono('line')}`,
      }}
    >
      <Box component="span" role="status" sx={{ fontSize: 13, fontWeight: 550, mr: 'auto' }}>
        {cuenta}
        {demasiados !== false && `: como mucho ${demasiados} de una vez`}
      </Box>
      {children}
      <Button color="inherit" onClick={onClear}>
        Quitar selección
      </Button>
    </Box>
  )
}
