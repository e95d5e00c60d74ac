import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { Button } from '../button'

type Props = {
  abierto: boolean
  titulo: string
  texto: string
  /** Label of the primary button; `Confirm` unless a better verb exists. */
  accion?: string
  peligro?: boolean
  ocupado?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** Details below the question. */
  children?: ReactNode
}

export function Confirm({
  abierto,
  titulo,
  texto,
  accion = 'Confirmar',
  peligro,
  ocupado,
  children,
  ...acciones
}: Props) {
  const id = useId()
  return (
    <Dialog
      open={abierto}
      onClose={acciones.onCancel}
      maxWidth="xs"
      fullWidth
      role="alertdialog"
      aria-labelledby={`${id}-titulo`}
      aria-describedby={`${id}-texto`}
    >
      <DialogTitle id={`${id}-titulo`}>{titulo}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-texto`} sx={{ fontSize: 14 }}>
          {texto}
        </DialogContentText>
        {children}
      </DialogContent>
      <DialogActions>
        <Button onClick={acciones.onCancel} color="inherit">
          Cancelar
        </Button>
        <Button
          variant="contained"
          color={peligro ? 'error' : 'primary'}
          loading={ocupado}
          onClick={acciones.onConfirm}
        >
          {accion}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
