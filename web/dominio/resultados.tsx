import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { LETRA_MONO } from '../ui/theme/tokens'
import { tono } from '../ui/theme/tono'

export type Resultado = { nombre: string; hecho: boolean; motivo: string }

type Props = {
  titulo: string
  /** Undefined closes. */
  resultados: Resultado[] | undefined
  onClose: () => void
}

const n = (v: number) => v.toLocaleString('es')

/** Results of a batch: how many succeeded, and which failed and why. */
export function Resultados({ titulo, resultados, onClose }: Props) {
  const id = useId()
  const hechos = resultados?.filter((r) => r.hecho).length ?? 0
  const total = resultados?.length ?? 0
  const enOrden = [...(resultados ?? [])].sort((a, b) => Number(a.hecho) - Number(b.hecho))
  return (
    <Dialog open={resultados !== undefined} onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{titulo}</DialogTitle>
      <DialogContent>
        <Box component="p" role="status" sx={{ m: 0, mb: 3, fontSize: 14 }}>
          <b>{n(hechos)}</b> {hechos === 1 ? 'hecho' : 'hechos'} de <b>{n(total)}</b>
          {hechos < total && (
            <Box component="span" sx={{ color: tono('rojo') }}>
              {' '}
              · {n(total - hechos)} sin hacer
            </Box>
          )}
        </Box>
        <Box
          component="ul"
          tabIndex={0}
          aria-label="Resultado de cada dispositivo"
          sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: '50vh', overflow: 'auto', fontSize: 13 }}
        >
          {enOrden.map((r) => (
            <Box
              component="li"
              key={r.nombre}
              sx={{
                display: 'grid',
                gridTemplateColumns: '20px minmax(96px, auto) minmax(0, 1fr)',
                gap: 2,
                alignItems: 'center',
                minHeight: 36,
                borderTop: `1px solid ${tono('line')}`,
                '& svg': { fontSize: 18, color: tono(r.hecho ? 'verde' : 'rojo') },
              }}
            >
              {r.hecho ? (
                <CheckCircleOutlined titleAccess="Hecho" />
              ) : (
                <ErrorOutlined titleAccess="Sin hacer" />
              )}
              <span style={{ fontFamily: LETRA_MONO, fontSize: 12 }}>{r.nombre}</span>
              <span style={{ color: tono(r.hecho ? 'muted' : 'ink') }}>{r.motivo}</span>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
