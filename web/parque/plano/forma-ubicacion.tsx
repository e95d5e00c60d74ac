import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { Grupo } from '#contract/parque/ubicaciones/ubicaciones'
import { GRUPOS } from '#contract/parque/ubicaciones/values'
import { NOMBRE_GRUPO } from '../../dominio/plano/grupos'

export type DatosUbicacion = { nombre: string; planta: string; grupo: Grupo }

type Props = { datos: DatosUbicacion; onChange: (datos: DatosUbicacion) => void }

/** Name, plant and group of a location. */
export function FormaUbicacion({ datos, onChange }: Props) {
  return (
    <>
      <TextField
        label="Nombre"
        value={datos.nombre}
        onChange={(e) => onChange({ ...datos, nombre: e.target.value })}
        autoFocus
        required
        fullWidth
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <TextField
        label="Planta"
        value={datos.planta}
        onChange={(e) => onChange({ ...datos, planta: e.target.value })}
        fullWidth
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <TextField
        select
        label="Grupo"
        value={datos.grupo}
        onChange={(e) => onChange({ ...datos, grupo: e.target.value as Grupo })}
        helperText="Da su color al nodo."
        fullWidth
      >
        {GRUPOS.map((g) => (
          <MenuItem key={g} value={g}>
            {NOMBRE_GRUPO[g]}
          </MenuItem>
        ))}
      </TextField>
    </>
  )
}
