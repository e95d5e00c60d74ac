import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { quitarSegundoFactor } from '#contract/perfil'
import { llamar } from '../lib/api'
import { useAviso } from '../ui/aviso'
import { CampoClave } from '../ui/campo-clave'

export function QuitarFactor({ onCerrar }: { onCerrar: () => void }) {
  const [password, setPassword] = useState('')
  const [codigo, setCodigo] = useState('')
  const aviso = useAviso()
  const quitar = useMutation({
    mutationFn: () => llamar(quitarSegundoFactor, { body: { password, codigo } }),
    onSuccess: () => {
      aviso.exito('Segundo factor desactivado')
      onCerrar()
    },
  })
  return (
    <Dialog open onClose={onCerrar} maxWidth="xs" fullWidth aria-labelledby="quitar-factor">
      <form
        noValidate
        onSubmit={(e) => {
          e.preventDefault()
          quitar.mutate()
        }}
      >
        <DialogTitle id="quitar-factor">Desactivar el segundo factor</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4, '&&': { pt: 2 } }}>
          {quitar.error && (
            <Alert severity="error" variant="outlined">
              {quitar.error.message}
            </Alert>
          )}
          <CampoClave
            etiqueta="Contraseña"
            autoComplete="current-password"
            autoFocus
            valor={password}
            onCambio={setPassword}
          />
          <TextField
            label="Código de verificación"
            autoComplete="one-time-code"
            helperText="De la aplicación, o uno de recuperación."
            value={codigo}
            onChange={(e) => setCodigo(e.target.value)}
            slotProps={{ htmlInput: { maxLength: 40, spellCheck: false } }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onCerrar}>
            Cancelar
          </Button>
          <Button
            type="submit"
            variant="contained"
            color="error"
            loading={quitar.isPending}
            disabled={!password || !codigo.trim()}
          >
            Desactivar
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
