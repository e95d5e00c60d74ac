import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Empresa } from '#contract/sesion'
import { createEmpresa, updateEmpresa } from '#contract/usuarios'
import { useCambio } from '../../administracion/use-cambio'
import { llamar } from '../../lib/api'
import { DialogoForma } from '../../ui/dialogo-forma'

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
    <DialogoForma
      titulo={empresa ? 'Cambiar nombre' : 'Nueva empresa'}
      accion={empresa ? 'Guardar' : 'Crear empresa'}
      ocupado={guardar.isPending}
      impedido={!nombre.trim() || !Number(numero)}
      error={guardar.error?.message}
      onAceptar={() => guardar.mutate(undefined, { onSuccess: onCerrar })}
      onCerrar={onCerrar}
    >
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
    </DialogoForma>
  )
}
