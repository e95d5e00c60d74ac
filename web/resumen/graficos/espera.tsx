import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { tono } from '../../ui/theme/tono'

/** A chart that loads faster than this shows no text. */
const CALLA_S = 1

/** Placeholder of a chart while the server computes it, with the time so far. */
export function Espera({ alto }: { alto: number }) {
  const [segundos, setSegundos] = useState(0)
  useEffect(() => {
    const reloj = setInterval(() => setSegundos((s) => s + 1), 1000)
    return () => clearInterval(reloj)
  }, [])
  return (
    <Box sx={{ position: 'relative' }}>
      <Skeleton variant="rounded" height={alto} />
      {segundos > CALLA_S && (
        <Typography
          variant="body2"
          sx={{ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center', color: tono('muted') }}
        >
          Calculando desde hace {segundos} s…
        </Typography>
      )}
    </Box>
  )
}
