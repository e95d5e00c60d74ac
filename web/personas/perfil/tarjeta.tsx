import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { tono } from '../../ui/theme/tono'

type Props = {
  titulo: string
  ayuda?: string
  /** Anchor of the card in the address (`#avisos`). */
  ancla?: string
  children: ReactNode
}

export function Tarjeta({ titulo, ayuda, ancla, children }: Props) {
  const id = useId()
  const seccion = useRef<HTMLElement>(null)
  const aqui = useLocation({ select: (l) => ancla !== undefined && l.hash === ancla })
  useEffect(() => {
    if (aqui) seccion.current?.scrollIntoView()
  }, [aqui])
  return (
    <Box
      component="section"
      ref={seccion}
      aria-labelledby={id}
      sx={{
        p: { xs: 4, md: 6 },
        mb: 4,
        scrollMarginTop: 16,
        borderRadius: '8px',
        border: `1px solid ${tono('line')}`,
        bgcolor: tono('paper'),
      }}
    >
      <Typography id={id} variant="h3" component="h2">
        {titulo}
      </Typography>
      {ayuda && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {ayuda}
        </Typography>
      )}
      <Box sx={{ mt: 4 }}>{children}</Box>
    </Box>
  )
}
