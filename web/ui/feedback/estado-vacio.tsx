import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Marca } from '../marca'
import { tono } from '../theme/tono'

type Props = {
  texto: string
  /** The next step for the user, in one sentence. */
  ayuda?: string
  accion?: ReactNode
}

/** Empty state, with what the user can do about it. */
export function EstadoVacio({ texto, ayuda, accion }: Props) {
  return (
    <Box
      role="status"
      sx={{
        display: 'grid',
        alignContent: 'start',
        justifyItems: 'center',
        gap: 2,
        p: 8,
        textAlign: 'center',
      }}
    >
      <Marca tam={32} style={{ color: tono('line') }} />
      <Typography sx={{ fontWeight: 550, mt: 1 }}>{texto}</Typography>
      {ayuda && (
        <Typography variant="body2" color="textSecondary" sx={{ maxWidth: 400, textWrap: 'balance' }}>
          {ayuda}
        </Typography>
      )}
      {accion && <Box sx={{ mt: 2 }}>{accion}</Box>}
    </Box>
  )
}
