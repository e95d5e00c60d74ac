import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { OpcionCarpeta } from './arbol'

type Props = {
  carpetas: OpcionCarpeta[]
  valor: string
  onChange: (id: string) => void
  /** Label of the option without folder; without it, a folder must be chosen. */
  ninguna?: string
  disabled?: boolean
}

export function CampoCarpeta({ carpetas, valor, onChange, ninguna, disabled }: Props) {
  return (
    <TextField
      select
      label="Carpeta"
      value={valor}
      disabled={disabled}
      onChange={(e) => onChange(e.target.value)}
      slotProps={{ select: { displayEmpty: ninguna !== undefined }, inputLabel: { shrink: true } }}
    >
      {ninguna !== undefined && <MenuItem value="">{ninguna}</MenuItem>}
      {carpetas.map((c) => (
        <MenuItem key={c.id} value={c.id} sx={{ pl: 4 * c.nivel }}>
          {c.titulo}
        </MenuItem>
      ))}
    </TextField>
  )
}
