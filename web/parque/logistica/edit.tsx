import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FilaLt } from '#contract/parque/logistica/logistica'
import { parseNumero } from '#contract/values/numero'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { CampoNumero } from '../../ui/campo-numero'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'

type Props = { lt: FilaLt; onClose: () => void; onSaved: () => void }

/** Description and total of one code. */
export function EditLt({ lt, onClose, onSaved }: Props) {
  const [descripcion, setDescripcion] = useState(lt.descripcion)
  const [total, setTotal] = useState(String(lt.total))
  const n = parseNumero(total, 0)
  const bien = n !== null && n >= 0
  const save = useMutation({
    mutationFn: () =>
      call(api.updateLt, {
        params: { codigo: lt.codigo },
        body: { empresa: lt.empresa, descripcion, total: n ?? Number.NaN },
      }),
    onSuccess: onSaved,
  })
  return (
    <DialogoForma
      titulo={`LT ${lt.codigo}`}
      accion="Guardar"
      ocupado={save.isPending}
      impedido={!bien}
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
      <CampoNumero
        label="Total"
        valor={total}
        onChange={setTotal}
        decimales={0}
        reparo={bien ? null : 'El total debe ser un número entero, de 0 en adelante.'}
        ayuda="Contenedores que debe haber."
      />
    </DialogoForma>
  )
}
