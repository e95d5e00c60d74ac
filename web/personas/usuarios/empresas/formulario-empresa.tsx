import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { Empresa, Modo } from '#contract/personas/acceso/sesion'
import { parseNumero } from '#contract/values/numero'
import { useCambio } from '../../../dominio/administracion/use-cambio'
import { call } from '../../../lib/api/api'
import { api } from '../../../lib/api/llamadas'
import { useInstalacion } from '../../../lib/instalacion'
import { CampoNumero } from '../../../ui/campo-numero'
import { DialogoForma } from '../../../ui/feedback/dialogo-forma'
import { MODOS } from './modos'

type Props = {
  /** Undefined: a new company. */
  empresa: Empresa | undefined
  /** First free number after all existing ones. */
  siguiente: number
  onClose: () => void
}

export function FormularioEmpresa({ empresa, siguiente, onClose }: Props) {
  const [numero, setNumero] = useState(String(empresa?.id ?? siguiente))
  const n = parseNumero(numero, 0)
  const [nombre, setNombre] = useState(empresa?.nombre ?? '')
  const [modo, setModo] = useState<Modo>(empresa?.modo ?? 'completo')
  const [exigir, setExigir] = useState(empresa?.exigir_sso ?? false)
  const sso = useInstalacion()?.sso
  const save = useCambio(
    () =>
      empresa
        ? call(api.updateEmpresa, {
            params: { id: empresa.id },
            body: { nombre, modo, ...(sso && { exigir_sso: exigir }) },
          })
        : call(api.createEmpresa, { body: { id: n ?? Number.NaN, nombre, modo } }),
    () => (empresa ? 'Empresa actualizada' : `Empresa ${nombre.trim()} creada`),
    true,
  )
  return (
    <DialogoForma
      titulo={empresa ? 'Editar empresa' : 'Nueva empresa'}
      accion={empresa ? 'Guardar' : 'Crear empresa'}
      ocupado={save.isPending}
      impedido={!nombre.trim() || !(n !== null && n > 0)}
      error={save.error?.message}
      onAccept={() => save.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {!empresa && (
        <CampoNumero
          label="Número"
          valor={numero}
          ayuda="No se puede cambiar después."
          onChange={setNumero}
          decimales={0}
        />
      )}
      <TextField
        label="Nombre"
        autoFocus
        value={nombre}
        onChange={(e) => setNombre(e.target.value)}
        slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off' } }}
      />
      <TextField
        select
        label="Qué ve su gente"
        value={modo}
        onChange={(e) => setModo(e.target.value as Modo)}
        helperText={MODOS[modo].ayuda}
      >
        {Object.entries(MODOS).map(([valor, { titulo }]) => (
          <MenuItem key={valor} value={valor}>
            {titulo}
          </MenuItem>
        ))}
      </TextField>
      {!empresa && (
        <Typography variant="body2" color="textSecondary">
          Empieza sin ubicaciones: se añaden en el plano de planta, una a una o de un archivo.
        </Typography>
      )}
      {empresa && sso && (
        <FormControlLabel
          control={<Switch checked={exigir} onChange={(e) => setExigir(e.target.checked)} />}
          label={`Su gente solo entra con ${sso}`}
        />
      )}
    </DialogoForma>
  )
}
