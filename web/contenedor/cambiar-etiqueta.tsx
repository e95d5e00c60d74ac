import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { changeEtiqueta } from '#contract/contenedores'
import { llamar } from '../lib/api'
import { useAviso } from '../ui/aviso'
import { LETRA_MONO } from '../ui/tokens'

type Props = { apodo: string; mac: string; empresa: number; onCerrar: () => void }

/** Give the container another tag; its history stays. */
export function CambiarEtiqueta({ apodo, mac, empresa, onCerrar }: Props) {
  const [nueva, setNueva] = useState('')
  const id = useId()
  const aviso = useAviso()
  const cliente = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      llamar(changeEtiqueta, { params: { apodo }, query: { empresa }, body: { mac_serie: nueva.trim() } }),
    onSuccess: async () => {
      await cliente.invalidateQueries({ queryKey: ['contenedor'] })
      aviso.exito('Etiqueta cambiada')
      onCerrar()
    },
  })
  return (
    <Dialog open onClose={onCerrar} maxWidth="xs" fullWidth aria-labelledby={id}>
      <form
        onSubmit={(e) => {
          e.preventDefault()
          mutate()
        }}
      >
        <DialogTitle id={id}>Cambiar la etiqueta de {apodo}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ fontSize: 14, mb: 4 }}>
            El contenedor conserva su historia. La etiqueta {mac} dejará de ser suya.
          </DialogContentText>
          <TextField
            autoFocus
            fullWidth
            label="MAC de la etiqueta nueva"
            value={nueva}
            onChange={(e) => setNueva(e.target.value)}
            slotProps={{
              htmlInput: { maxLength: 64, autoComplete: 'off', style: { fontFamily: LETRA_MONO } },
            }}
          />
          {error && (
            <Alert severity="error" variant="outlined" sx={{ mt: 3 }}>
              {error.message}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onCerrar}>
            Cancelar
          </Button>
          <Button type="submit" variant="contained" loading={isPending} disabled={!nueva.trim()}>
            Cambiar etiqueta
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
