import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FilaLt } from '#contract/dispositivos/logistica'
import { call } from '../lib/api/api'
import { api } from '../lib/api/llamadas'
import { DialogoForma } from '../ui/feedback/dialogo-forma'

type Props = { lt: FilaLt; onClose: () => void; onSaved: () => void }

/** Description and total of one code. */
export function EditLt({ lt, onClose, onSaved }: Props) {
  const [descripcion, setDescripcion] = useState(lt.descripcion)
  const [total, setTotal] = useState(String(lt.total))
  const entero = /^\d{1,7}$/.test(total.trim())
  const save = useMutation({
    mutationFn: () =>
      call(api.updateLt, {
        params: { codigo: lt.codigo },
        body: { empresa: lt.empresa, descripcion, total: Number(total) },
      }),
    onSuccess: onSaved,
  })
  return (
    <DialogoForma
      titulo={`LT ${lt.codigo}`}
      accion="Guardar"
      ocupado={save.isPending}
      impedido={!entero}
      error={save.error?.message}
      onAccept={() => save.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Descripción"
        value={descripcion}
        onChange={(e) => setDescripcion(e.target.value)}
        autoFocus
        fullWidth
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <TextField
        label="Total"
        value={total}
        onChange={(e) => setTotal(e.target.value)}
        error={!entero}
        helperText={
          entero ? 'Contenedores que debe haber.' : 'El total debe ser un número entero, de 0 en adelante.'
        }
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 7 } }}
      />
    </DialogoForma>
  )
}
