import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { LETRA_MONO } from '../ui/theme/tokens'
import { tono } from '../ui/theme/tono'
import { Rack } from './escena/rack'

type Props = { titulo: string; texto: string; dato?: string; accion?: ReactNode }

/** A full screen with a message only. */
export function PaginaMensaje({ titulo, texto, dato, accion }: Props) {
  return (
    <Box sx={{ flex: 1, display: 'grid', placeContent: 'center', justifyItems: 'center', p: 6 }}>
      <Rack ancho={148} />
      <Typography variant="h2" component="h1" sx={{ mt: 5 }}>
        {titulo}
      </Typography>
      <Typography
        color="textSecondary"
        sx={{ mt: 1.5, maxWidth: 420, textAlign: 'center', textWrap: 'balance' }}
      >
        {texto}
      </Typography>
      {dato && (
        <Box
          component="code"
          sx={{
            mt: 3,
            px: 2,
            py: 1,
            maxWidth: 420,
            fontFamily: LETRA_MONO,
            fontSize: 13,
            border: `1px solid ${tono('line')}`,
            borderRadius: '6px',
            bgcolor: tono('paper'),
          }}
        >
          {dato}
        </Box>
      )}
      <Box sx={{ mt: 6 }}>{accion}</Box>
    </Box>
  )
}
