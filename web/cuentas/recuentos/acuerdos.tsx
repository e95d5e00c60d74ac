import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Acuerdo } from '#contract/cuentas/recuentos/recuentos'
import { formatAcuerdo } from '#contract/cuentas/recuentos/reglas-values'
import { fechaHora } from '../../lib/formato'
import { useZona } from '../../lib/time/zona'
import { Fallo } from '../../ui/feedback/fallo'
import { tono } from '../../ui/theme/tono'
import { acuerdosQuery } from './queries'

/** The last counts of a place as bars, the oldest at the left; each links to its count. */
function Barras({ recuentos, zona }: { recuentos: Acuerdo['recuentos']; zona: string }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', gap: '4px', height: 44 }}>
      {recuentos.toReversed().map((r) => {
        const dicho = `${fechaHora(r.cerrado, zona)?.slice(0, 10)}: ${formatAcuerdo(r)}`
        return (
          <Box component="li" key={r.id} sx={{ display: 'flex' }}>
            <Link
              to="/recuentos/$id"
              params={{ id: String(r.id) }}
              title={dicho}
              aria-label={dicho}
              style={{ display: 'flex', alignItems: 'flex-end', width: 24, background: tono('line') }}
            >
              <Box
                aria-hidden
                sx={{
                  width: '100%',
                  height: `${Math.max(4, (100 * r.acuerdan) / r.comparados)}%`,
                  bgcolor: tono('brand'),
                }}
              />
            </Link>
          </Box>
        )
      })}
    </Box>
  )
}

/** The agreement between counts and readers at each place, and its trend from count to count. */
export function Acuerdos({ empresa, onClose }: { empresa: number | undefined; onClose: () => void }) {
  const id = useId()
  const zona = useZona()
  const { data, error, refetch, isFetching } = useQuery(acuerdosQuery(empresa))
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Acuerdo con los lectores</DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
          De cada cien contenedores que el recuento o los lectores ponen en el sitio, en cuántos dicen lo
          mismo. Los que llegaron o salieron mientras se contaba no cuentan como desacuerdo, y los que ningún
          lector oye no se comparan.
        </Typography>
        {error && <Fallo texto={error.message} onRetry={refetch} ocupado={isFetching} />}
        {data?.data.length === 0 && <Typography>Aún no hay ningún recuento cerrado.</Typography>}
        {data?.data.map((a) => (
          <Box
            key={`${a.empresa} ${a.lugar}`}
            component="section"
            aria-label={a.lugar}
            sx={{
              py: 3,
              borderTop: `1px solid ${tono('line')}`,
              display: 'grid',
              gap: 2,
              alignItems: 'center',
              gridTemplateColumns: { xs: '1fr auto', sm: '1fr auto auto' },
            }}
          >
            <Typography sx={{ fontWeight: 550 }}>{a.lugar}</Typography>
            <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, gridRow: { xs: 2, sm: 'auto' } }}>
              <Barras recuentos={a.recuentos} zona={zona} />
            </Box>
            <Typography sx={{ minWidth: 72, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
              {a.recuentos[0] && formatAcuerdo(a.recuentos[0])}
            </Typography>
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
