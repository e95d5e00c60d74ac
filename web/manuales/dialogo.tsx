import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type ReactNode, useId } from 'react'
import type { OpcionCarpeta } from './arbol'

type Props = {
  titulo: string
  accion: string
  error: Error | null
  ocupado: boolean
  /** Whether there is enough to go on. */
  completo: boolean
  onAceptar: () => void
  onCerrar: () => void
  children: ReactNode
}

/** A short form in a dialog: one action, what went wrong said in it. */
export function Dialogo({ titulo, accion, error, ocupado, completo, onAceptar, onCerrar, children }: Props) {
  const id = useId()
  return (
    <Dialog open onClose={onCerrar} maxWidth="xs" fullWidth aria-labelledby={id}>
      <form
        onSubmit={(e) => {
          e.preventDefault()
          if (completo && !ocupado) onAceptar()
        }}
      >
        <DialogTitle id={id}>{titulo}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          {children}
          {error && <Alert severity="error">{error.message}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onCerrar}>
            Cancelar
          </Button>
          <Button type="submit" variant="contained" loading={ocupado} disabled={!completo}>
            {accion}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type PropsCarpeta = {
  carpetas: OpcionCarpeta[]
  valor: string
  onCambio: (id: string) => void
  /** What no folder is called; without it, one must be chosen. */
  ninguna?: string
  disabled?: boolean
}

export function CampoCarpeta({ carpetas, valor, onCambio, ninguna, disabled }: PropsCarpeta) {
  return (
    <TextField
      select
      label="Carpeta"
      value={valor}
      disabled={disabled}
      onChange={(e) => onCambio(e.target.value)}
      sx={{ mt: 2 }}
      slotProps={{ select: { displayEmpty: ninguna !== undefined }, inputLabel: { shrink: true } }}
    >
      {ninguna !== undefined && <MenuItem value="">{ninguna}</MenuItem>}
      {carpetas.map((c) => (
        <MenuItem key={c.id} value={c.id} sx={{ pl: 4 * c.nivel }}>
          {c.titulo}
        </MenuItem>
      ))}
    </TextField>
  )
}
