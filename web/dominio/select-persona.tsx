import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useSesion } from '../lib/session/sesion'
import { opcionesQuery } from './opciones-incidencia'

type Persona = { id: number; nombre: string }
type Props = {
  /** Whose people can be chosen. */
  empresa: number
  /** Who is on it now; null: nobody. Undefined: it is not one and the same. */
  valor: Persona | null | undefined
  etiqueta: string
  disabled?: boolean
  onChange: (persona: Persona | null) => void
}

const NADIE = 'nadie'

/** Who is on something: the person who looks, somebody of the company, or nobody. */
export function SelectPersona({ empresa, valor, etiqueta, disabled, onChange }: Props) {
  const sesion = useSesion()
  const { data } = useQuery(opcionesQuery(empresa))
  const yo = sesion && { id: sesion.id, nombre: sesion.nombre }
  const otras = (data?.personas ?? []).filter((p) => p.id !== yo?.id)
  // Whoever is on it although they are of another company, or gone, is named too.
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
