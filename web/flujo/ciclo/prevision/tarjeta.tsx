import Box from '@mui/material/Box'
import CardActionArea from '@mui/material/CardActionArea'
import Typography from '@mui/material/Typography'
import type { SeriePrevista } from '#contract/flujo/prevision/prevision'
import { useAhora } from '../../../lib/time/ahora'
import { useZona } from '../../../lib/time/zona'
import { tono } from '../../../ui/theme/tono'
import { Banda } from './banda'
import { formatAvisos, formatCuando, formatFalta, nombreOf, SIN_PREVISION } from './textos'

/** Summary of a series: current stock, forecast, and reliability of its warnings. A click opens the details. */
export function TarjetaSerie({ s, onOpen }: { s: SeriePrevista; onOpen: () => void }) {
  const zona = useZona()
  const ahora = useAhora()
  const falta = formatFalta(s, zona, ahora)
  const avisos = formatAvisos(s)
  return (
    <CardActionArea
      onClick={onOpen}
      sx={{
        p: 3,
        height: '100%',
        borderRadius: 2,
        border: `1px solid ${tono(falta.token === 'rojo' ? 'rojo' : 'line')}`,
        bgcolor: tono('paper'),
        display: 'grid',
        gap: 2,
        // A button centres its content by default.
        gridTemplateColumns: 'minmax(0, 1fr)',
        justifyContent: 'stretch',
        alignContent: 'start',
        justifyItems: 'stretch',
        textAlign: 'left',
      }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, alignItems: 'baseline' }}>
        <Typography variant="h3" component="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {nombreOf(s)}
        </Typography>
        <Typography sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
          <b>{s.stock.toLocaleString('es')}</b> {formatCuando(s.momento, zona, ahora)}
        </Typography>
      </Box>
      <Typography variant="body2" sx={{ color: tono(falta.token), fontWeight: 600 }}>
        {falta.texto}
      </Typography>
      {s.estado === 'prevista' ? (
        <Banda s={s} />
      ) : (
        <Typography variant="body2" sx={{ color: tono('muted') }}>
          {SIN_PREVISION[s.estado]}
        </Typography>
      )}
      {avisos && (
        <Typography variant="body2" sx={{ color: tono('muted') }}>
          {avisos}
        </Typography>
      )}
    </CardActionArea>
  )
}
