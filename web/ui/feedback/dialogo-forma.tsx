import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '../button'

type Props = {
  titulo: string
  /** Label of the submit button. */
  accion: string
  peligro?: boolean
  ocupado?: boolean
  /** The form is incomplete: the submit button is disabled. */
  impedido?: boolean
  /** Error message for the user. */
  error: string | undefined
  /** The content is shown only once: only the button closes the dialog. */
  final?: boolean
  onAccept: () => void
  onClose: () => void
  /** Label of the cancel button. */
  cierre?: string
  /** Left of the buttons. */
  mas?: ReactNode
  children: ReactNode
}

/** A form in a dialog: one action, with its error message inside. */
export function DialogoForma({
  titulo,
  accion,
  peligro,
  ocupado,
  impedido,
  error,
  final,
  onAccept,
  onClose,
  cierre = 'Cancelar',
  mas,
  children,
}: Props) {
  const id = useId()
  const send = (e: FormEvent) => {
    e.preventDefault()
    if (!impedido && !ocupado) onAccept()
  }
  return (
    <Dialog
      open
      onClose={final ? undefined : onClose}
      maxWidth={mas ? 'sm' : 'xs'}
      fullWidth
      aria-labelledby={id}
    >
      <Box
        component="form"
        noValidate
        onSubmit={send}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={id}>{titulo}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4, '&&': { pt: 2 } }}>
          {children}
          {error && (
            <Alert severity="error" variant="outlined">
              {error}
            </Alert>
          )}
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap', '& button': { whiteSpace: 'nowrap' } }}>
          {mas}
          {mas && <Box sx={{ flex: { xs: '0 0 100%', sm: 1 }, height: 0 }} />}
          {!final && (
            <Button color="inherit" onClick={onClose}>
              {cierre}
            </Button>
          )}
          <Button
            type="submit"
            variant="contained"
            color={peligro ? 'error' : 'primary'}
            loading={ocupado}
            disabled={impedido}
          >
            {accion}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}
