import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FilaPerdidaLista } from '#contract/cuentas/perdidas/perdidas'
import { MAX_JUNTOS } from '#contract/cuentas/perdidas/values'
import { perdidaQuery, UltimaVez } from '../../dominio/ultima-vez'
import { entero } from '../../lib/formato'
import { Fallo } from '../../ui/feedback/fallo'

function formatJuntos(n: number): string {
  if (n === 0) return 'Solo'
  return n < MAX_JUNTOS ? `Con ${entero(n)} más` : `Con ${entero(n)} o más`
}

/** How many containers left together with one; a click lists them. */
export function Salieron({ fila }: { fila: FilaPerdidaLista }) {
  const [abierto, setAbierto] = useState(false)
  const apodo = fila.Apodo ?? fila.mac
  if (fila.juntos === null) return '—'
  return (
    <>
      <Button
        size="small"
        aria-label={`Qué salió con ${apodo}: ${formatJuntos(fila.juntos).toLowerCase()}`}
        onClick={() => setAbierto(true)}
        sx={{ minWidth: 0, px: 1, ml: -1, my: -1.25 }}
      >
        {formatJuntos(fila.juntos)}
      </Button>
      {abierto && <Dialogo apodo={apodo} mac={fila.mac} onClose={() => setAbierto(false)} />}
    </>
  )
}

function Dialogo({ apodo, mac, onClose }: { apodo: string; mac: string; onClose: () => void }) {
  const id = useId()
  const { data, error, refetch } = useQuery(perdidaQuery(apodo, mac))
  return (
    <Dialog
      open
      onClose={onClose}
      onClick={(e) => e.stopPropagation()}
      onDoubleClick={(e) => e.stopPropagation()}
      onKeyDown={(e) => e.stopPropagation()}
      fullWidth
      maxWidth="sm"
      aria-labelledby={id}
    >
      <DialogTitle id={id}>Qué salió con {apodo}</DialogTitle>
      <DialogContent>
        {error && !data && <Fallo texto={error.message} onRetry={() => void refetch()} />}
        {!error && !data && <Skeleton variant="rounded" height={64} />}
        {data?.ultimo && <UltimaVez ultimo={data.ultimo} />}
        {data && !data.ultimo && (
          <Typography>
            {data.peldano === 'visto' ? 'Se ha vuelto a oír.' : 'No se sabe dónde se oyó por última vez.'}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
