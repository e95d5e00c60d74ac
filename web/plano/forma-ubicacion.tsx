import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { Grupo } from '#contract/ubicaciones'
import { GRUPOS } from '#contract/valores/ubicaciones'
import { NOMBRE_GRUPO } from '../dominio/plano/grupos'

export type DatosUbicacion = { nombre: string; planta: string; grupo: Grupo }

type Props = { datos: DatosUbicacion; onCambio: (datos: DatosUbicacion) => void }

/** Name, plant and group of a location. */
export function FormaUbicacion({ datos, onCambio }: Props) {
  return (
    <>
      <TextField
        label="Nombre"
        value={datos.nombre}
        onChange={(e) => onCambio({ ...datos, nombre: e.target.value })}
        autoFocus
        required
        fullWidth
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <TextField
        label="Planta"
        value={datos.planta}
        onChange={(e) => onCambio({ ...datos, planta: e.target.value })}
        fullWidth
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <TextField
        select
        label="Grupo"
        value={datos.grupo}
        onChange={(e) => onCambio({ ...datos, grupo: e.target.value as Grupo })}
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
