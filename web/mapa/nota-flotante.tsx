import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import type { Token } from '../ui/tokens'
import { tinte, tono } from '../ui/tono'

type Props = { token: Token; icono: ReactNode; texto: string; accion?: ReactNode; onCerrar: () => void }

/** A notice that stays over the map until it is closed; it moves nothing. */
export function NotaFlotante({ token, icono, texto, accion, onCerrar }: Props) {
  return (
    <Box
      role="status"
      sx={{
        pointerEvents: 'auto',
        display: 'flex',
        alignItems: 'flex-start',
        gap: 2,
        p: 3,
        pr: 2,
        maxWidth: 640,
        bgcolor: tono('paper'),
        border: `1px solid ${tono('line')}`,
        borderRadius: '8px',
        boxShadow: '0 8px 24px rgb(0 0 0 / 0.16)',
        fontSize: 14,
        lineHeight: '20px',
      }}
    >
      <Box
        sx={{
          flex: 'none',
          display: 'grid',
          placeItems: 'center',
          width: 28,
          height: 28,
          borderRadius: '6px',
          color: tono(token),
          bgcolor: tinte(token, 14),
          '& svg': { fontSize: 18 },
        }}
      >
        {icono}
      </Box>
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: '8px 12px',
        }}
      >
        <Box sx={{ flex: '1 1 240px', whiteSpace: 'pre-wrap', py: 1 }}>{texto}</Box>
        {accion}
      </Box>
      <IconButton size="small" aria-label="Cerrar aviso" onClick={onCerrar} sx={{ flex: 'none' }}>
        <CloseIcon sx={{ fontSize: 18 }} />
      </IconButton>
    </Box>
  )
}
