import Box from '@mui/material/Box'
import type { Token } from '../ui/tokens'
import { tono } from '../ui/tono'

const tokenDe = (p: number): Token => (p >= 99.5 ? 'lima' : p >= 50 ? 'verde' : p >= 25 ? 'amarillo' : 'rojo')

type Props = { porcentaje: number | null | undefined; milivoltios: number | null | undefined }

/** 50 % or more green, 25 or more yellow, below that red; 99.5 or more lime. */
export function Bateria({ porcentaje, milivoltios }: Props) {
  if (porcentaje == null) return <span>Sin datos</span>
  const token = tokenDe(porcentaje)
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, whiteSpace: 'nowrap' }}>
      <Box
        component="span"
        sx={{
          width: 48,
          height: 6,
          borderRadius: '3px',
          bgcolor: tono('line'),
          overflow: 'hidden',
          display: 'block',
        }}
      >
        <Box
          component="span"
          sx={{ display: 'block', height: 1, bgcolor: tono(token) }}
          style={{ width: `${porcentaje}%` }}
        />
      </Box>
      {Math.round(porcentaje)} %
      {milivoltios != null && (
        <Box component="span" sx={{ color: tono('muted') }}>
          {(milivoltios / 1000).toLocaleString('es', { maximumFractionDigits: 2 })} V
        </Box>
      )}
    </Box>
  )
}
