import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import { LETRA_MONO } from '../theme/tokens'

type Props = {
  /** Id that the dialog references as its label. */
  id: string
  onClose: () => void
  children: ReactNode
}

/** Title of a dialog about one thing, with its nickname or mac, and a close button. */
export function TituloDialogo({ id, onClose, children }: Props) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', pl: 5, pr: 3, pt: 3, gap: 2 }}>
      <Box
        component="h2"
        id={id}
        sx={{
          m: 0,
          flex: 1,
          minWidth: 0,
          fontFamily: LETRA_MONO,
          fontSize: 20,
          lineHeight: '28px',
          fontWeight: 600,
        }}
      >
        {children}
      </Box>
      <IconButton aria-label="Cerrar" onClick={onClose}>
        <CloseIcon sx={{ fontSize: 20 }} />
      </IconButton>
    </Box>
  )
}
