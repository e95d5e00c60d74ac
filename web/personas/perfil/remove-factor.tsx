import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { CampoClave } from '../../ui/campo-clave'
import { useAviso } from '../../ui/feedback/aviso'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'

export function RemoveFactor({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [codigo, setCodigo] = useState('')
  const aviso = useAviso()
  const quitar = useMutation({
    mutationFn: () => call(api.removeSegundoFactor, { body: { password, codigo } }),
    onSuccess: () => {
      aviso.exito('Segundo factor desactivado')
      onClose()
    },
  })
  return (
    <DialogoForma
      titulo="Desactivar el segundo factor"
      accion="Desactivar"
      peligro
      ocupado={quitar.isPending}
      impedido={!password || !codigo.trim()}
      error={quitar.error?.message}
      onAccept={() => quitar.mutate()}
      onClose={onClose}
    >
      <CampoClave
        etiqueta="Contraseña"
        autoComplete="current-password"
        autoFocus
        valor={password}
        onChange={setPassword}
      />
      <TextField
        label="Código de verificación"
        autoComplete="one-time-code"
        helperText="De la aplicación, o uno de recuperación."
        value={codigo}
        onChange={(e) => setCodigo(e.target.value)}
        slotProps={{ htmlInput: { maxLength: 40, spellCheck: false } }}
      />
    </DialogoForma>
  )
}
