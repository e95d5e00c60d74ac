import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import type { Token } from '../../../ui/theme/tokens'
import { tono } from '../../../ui/theme/tono'

type Props = {
  token: Token
  icono: ReactNode
  texto: string
  /** Less important: one line, truncated with an ellipsis; hover shows the whole text. */
  breve?: boolean
  accion?: ReactNode
  /** `alert` interrupts a screen reader. */
  role?: 'status' | 'alert'
  /** Without it the notice cannot be closed and goes when its cause does. */
  onClose?: () => void
}

/** A notice that floats over the map, one line high if it fits; it does not shift the layout. */
export function NotaFlotante({ token, icono, texto, breve, accion, role = 'status', onClose }: Props) {
  return (
    <Box
      role={role}
      sx={{
        pointerEvents: 'auto',
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        minHeight: breve ? 30 : 36,
        maxWidth: '100%',
        pl: 2.5,
        pr: onClose ? 0.5 : 2.5,
        py: breve ? 0 : 0.5,
        bgcolor: tono('paper'),
        border: `1px solid ${tono('line')}`,
        borderRadius: '8px',
        boxShadow: '0 2px 8px rgb(0 0 0 / 0.14)',
        fontSize: breve ? 12 : 13,
        lineHeight: '18px',
        '& > svg': { flex: 'none', fontSize: breve ? 16 : 18, color: tono(token) },
      }}
    >
      {icono}
      {breve ? (
        <Box
          title={texto}
          sx={{ minWidth: 0, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }}
        >
          {texto}
        </Box>
      ) : (
        <Box
          sx={{
            minWidth: 0,
            py: 0.5,
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: '4px 8px',
          }}
        >
          <Box sx={{ flex: '1 1 260px', py: 1, whiteSpace: 'pre-wrap' }}>{texto}</Box>
          {accion}
        </Box>
      )}
      {onClose && (
        <IconButton size="small" aria-label="Cerrar aviso" onClick={onClose} sx={{ flex: 'none' }}>
          <CloseIcon sx={{ fontSize: 16 }} />
        </IconButton>
      )}
    </Box>
  )
}
