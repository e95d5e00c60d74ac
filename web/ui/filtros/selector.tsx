import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { tono } from '../theme/tono'
import { Erase } from './erase'

type Props<T extends string> = {
  valor: T | undefined
  opciones: readonly T[]
  onChange: (valor: T | undefined) => void
  /** Placeholder of the empty field. */
  nombre: string
  /** Accessible name of the field if the placeholder is not enough. */
  etiqueta?: string
  /** First option: no filter. */
  todas: string
  /** Accessible name of the clear button. */
  quitar?: string
  /** Label of an option if it differs from its value in the address. */
  tell?: (opcion: T) => string
  className?: string
}

/** A select with one option or none; a cross clears it. A value of the address that is not among the options is added to them. */
export function SelectorFiltro<T extends string>(p: Props<T>) {
  const {
    valor,
    opciones,
    nombre,
    etiqueta = nombre,
    tell = String,
    quitar = `Quitar filtro de ${nombre.toLocaleLowerCase('es')}`,
  } = p
  const elegibles = valor === undefined || opciones.includes(valor) ? opciones : [...opciones, valor]
  return (
    <Select
      size="small"
      displayEmpty
      value={valor ?? ''}
      onChange={(e) => p.onChange((e.target.value || undefined) as T | undefined)}
      renderValue={(v) => (v ? tell(v as T) : <Box sx={{ color: tono('muted') }}>{nombre}</Box>)}
      inputProps={{ 'aria-label': etiqueta }}
      endAdornment={
        valor && (
          <Box sx={{ position: 'absolute', right: 28 }}>
            <Erase titulo={quitar} onClick={() => p.onChange(undefined)} />
          </Box>
        )
      }
      className={p.className}
      sx={{
        // The cross is as wide as a finger needs. The selector is repeated to be more specific than the theme's own rule.
        '&& .MuiSelect-select.MuiSelect-select.MuiSelect-select': {
          pr: valor ? '60px' : '32px',
          '@media (pointer: coarse)': { pr: valor ? '72px' : '32px' },
        },
      }}
    >
      <MenuItem value="">{p.todas}</MenuItem>
      {elegibles.map((o) => (
        <MenuItem key={o} value={o}>
          {tell(o)}
        </MenuItem>
      ))}
    </Select>
  )
}
