import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { tinte, tono } from '../../ui/theme/tono'

type Props = {
  /** Accessible name: `Contenedores elegidos`. */
  etiqueta: string
  /** Number of selected rows, as text. */
  cuenta: string
  /** The maximum of one batch, if more rows are selected; else false. */
  demasiados: number | false
  onClear: () => void
  /** Actions for the selected rows. */
  children: ReactNode
}

/** Action bar for selected rows, below a table. */
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
