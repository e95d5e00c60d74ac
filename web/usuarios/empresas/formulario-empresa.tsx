import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Empresa } from '#contract/sesion'
import { createEmpresa, updateEmpresa } from '#contract/usuarios'
import { llamar } from '../../lib/api'
import { useCambio } from '../use-cambio'

type Props = {
  /** Undefined: a new one. */
  empresa: Empresa | undefined
  /** First number that is free after all others. */
  siguiente: number
  onCerrar: () => void
}

export function FormularioEmpresa({ empresa, siguiente, onCerrar }: Props) {
  const [numero, setNumero] = useState(String(empresa?.id ?? siguiente))
  const [nombre, setNombre] = useState(empresa?.nombre ?? '')
  const guardar = useCambio(
    () =>
      empresa
        ? llamar(updateEmpresa, { params: { id: empresa.id }, body: { nombre } })
        : llamar(createEmpresa, { body: { id: Number(numero), nombre } }),
    () => (empresa ? 'Empresa actualizada' : `Empresa ${nombre.trim()} creada`),
    true,
  )
  return (
    <Dialog open onClose={onCerrar} maxWidth="xs" fullWidth aria-labelledby="formulario-empresa">
      <form
        noValidate
        onSubmit={(e) => {
          e.preventDefault()
          guardar.mutate(undefined, { onSuccess: onCerrar })
        }}
      >
        <DialogTitle id="formulario-empresa">{empresa ? 'Cambiar nombre' : 'Nueva empresa'}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4, '&&': { pt: 2 } }}>
          {guardar.error && (
            <Alert severity="error" variant="outlined">
              {guardar.error.message}
            </Alert>
          )}
          {!empresa && (
            <TextField
              label="Número"
              value={numero}
              helperText="No se puede cambiar después. La 4, la 5 y la 6 solo ven su panel."
              onChange={(e) => setNumero(e.target.value.replace(/\D/g, ''))}
              slotProps={{ htmlInput: { maxLength: 7, inputMode: 'numeric' } }}
            />
          )}
          <TextField
            label="Nombre"
            autoFocus
            value={nombre}
            onChange={(e) => setNombre(e.target.value)}
            slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off' } }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onCerrar}>
            Cancelar
          </Button>
          <Button
            type="submit"
            variant="contained"
            loading={guardar.isPending}
            disabled={!nombre.trim() || !Number(numero)}
          >
            {empresa ? 'Guardar' : 'Crear empresa'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
