import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { tono } from '../theme/tono'
import { Erase } from './erase'

type Props<T extends string> = {
  valor: T | undefined
  opciones: readonly T[]
  onChange: (valor: T | undefined) => void
  /** What stands in the empty field. */
  nombre: string
  /** Name of the field for screen readers, where that is not enough. */
  etiqueta?: string
  /** First option: no filter. */
  todas: string
  /** Name of the cross. */
  quitar?: string
  /** What an option is called where that is not what the address says. */
  tell?: (opcion: T) => string
  className?: string
}

/** One of a list, or none; a cross takes it away. What the address names although it is not in the list is in it too. */
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
        // The cross is as wide as a finger needs it. Said so often that it counts more than the theme's own.
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
