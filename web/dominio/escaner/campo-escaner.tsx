import QrCodeScannerIcon from '@mui/icons-material/QrCodeScannerOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** Accessible name of the scan button. */
  nombre: string
  onClick: () => void
}

/** A text field with a button that scans into it. */
export function CampoEscaner({ children, nombre, onClick }: Props) {
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'stretch' }}>
      {children}
      <Button
        variant="outlined"
        startIcon={<QrCodeScannerIcon />}
        aria-label={nombre}
        onClick={onClick}
        sx={{ flex: 'none' }}
      >
        Escanear
      </Button>
    </Box>
  )
}
