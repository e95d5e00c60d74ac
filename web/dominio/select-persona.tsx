import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useSesion } from '../lib/session/sesion'
import { opcionesQuery } from './opciones-incidencia'

type Persona = { id: number; nombre: string }
type Props = {
  /** Company whose people can be chosen. */
  empresa: number
  /** The current person; null: nobody. Undefined: the selected rows have different ones. */
  valor: Persona | null | undefined
  etiqueta: string
  disabled?: boolean
  /** Only people of the company: not the user, if they are of another one. */
  soloSuyas?: boolean
  onChange: (persona: Persona | null) => void
}

const NADIE = 'nadie'

/** Assigns a person: the user, another person of the company, or nobody. */
export function SelectPersona({ empresa, valor, etiqueta, disabled, soloSuyas, onChange }: Props) {
  const sesion = useSesion()
  const { data } = useQuery(opcionesQuery(empresa))
  const yo =
    sesion && (!soloSuyas || sesion.empresa === empresa)
      ? { id: sesion.id, nombre: sesion.nombre }
      : undefined
  const otras = (data?.personas ?? []).filter((p) => p.id !== yo?.id)
  // The current person stays in the list even if they belong to another company or are gone.
  if (valor && valor.id !== yo?.id && !otras.some((p) => p.id === valor.id))
    otras.unshift({ ...valor, empresa })
  const todas = [...(yo ? [yo] : []), ...otras]
  return (
    <TextField
      select
      size="small"
      label={etiqueta}
      disabled={disabled}
      value={valor === undefined ? '' : (valor?.id ?? NADIE)}
      onChange={(e) => onChange(todas.find((p) => p.id === Number(e.target.value)) ?? null)}
      sx={{ minWidth: 180 }}
    >
      <MenuItem value={NADIE}>Nadie</MenuItem>
      {todas.map((p) => (
        <MenuItem key={p.id} value={p.id}>
          {p.id === yo?.id ? `${p.nombre} (yo)` : p.nombre}
        </MenuItem>
      ))}
    </TextField>
  )
}
