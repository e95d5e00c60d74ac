import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type FormEvent, type ReactNode, useId } from 'react'
import { tono } from '../ui/tono'

type Props = {
  titulo: string
  accion: string
  ocupado: boolean
  impedido: boolean
  error: string | undefined
  onCerrar: () => void
  onGuardar: () => void
  /** Left of the buttons. */
  mas?: ReactNode
  children: ReactNode
}

/** A form in a dialog. */
export function Dialogo({
  titulo,
  accion,
  ocupado,
  impedido,
  error,
  onCerrar,
  onGuardar,
  mas,
  children,
}: Props) {
  const id = useId()
  const enviar = (e: FormEvent) => {
    e.preventDefault()
    if (!impedido && !ocupado) onGuardar()
  }
  return (
    <Dialog open onClose={onCerrar} maxWidth={mas ? 'sm' : 'xs'} fullWidth aria-labelledby={id}>
      <Box component="form" onSubmit={enviar} sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
        <DialogTitle id={id}>{titulo}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4, pt: '8px !important' }}>
          {children}
          {error && (
            <Box role="alert" sx={{ fontSize: 13, color: tono('rojo') }}>
              {error}
            </Box>
          )}
        </DialogContent>
        <DialogActions
          sx={{ flexWrap: 'wrap', justifyContent: 'flex-end', '& button': { whiteSpace: 'nowrap' } }}
        >
          {mas}
          <Box sx={{ flex: { xs: '0 0 100%', sm: 1 }, height: 0 }} />
          <Button color="inherit" onClick={onCerrar}>
            Cancelar
          </Button>
          <Button type="submit" variant="contained" loading={ocupado} disabled={impedido}>
            {accion}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}
