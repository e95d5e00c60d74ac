import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { remains } from '../exportar/panel'
import { tono } from '../theme/tono'

const SONDEO_MS = 500

const n = (v: number) => v.toLocaleString('es')

/** Progress of an import: rows done of total rows, and the remaining time. */
export function Avance({ id, desde }: { id: string; desde: number }) {
  const { data: avance } = useQuery({
    queryKey: ['importacion', id],
    queryFn: ({ signal }) => call(api.getExportacion, { params: { id }, signal }),
    refetchInterval: SONDEO_MS,
    gcTime: 0,
  })
  const resto = remains({ desde, avance }, Date.now())
  return (
    <Box>
      <LinearProgress
        aria-label="Avance de la importación"
        variant={avance?.total ? 'determinate' : 'indeterminate'}
        value={avance?.total ? Math.min(100, (avance.hechas / avance.total) * 100) : undefined}
      />
      <Box sx={{ mt: 2, fontSize: 12, color: tono('muted'), fontVariantNumeric: 'tabular-nums' }}>
        {avance?.total ? `${n(avance.hechas)} de ${n(avance.total)} filas` : 'Preparando…'}
        {resto && ` · ${resto}`}
      </Box>
    </Box>
  )
}
