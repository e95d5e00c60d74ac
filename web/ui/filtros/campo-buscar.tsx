import SearchIcon from '@mui/icons-material/Search'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { Erase } from './erase'
import { type OnWrite, useWrite } from './write'

type Props = {
  /** Current value in the address. */
  valor: string | undefined
  onChange: OnWrite
  placeholder: string
  /** Accessible name of the field if the placeholder is not suitable. */
  etiqueta?: string
  /** Accessible name of the clear button. */
  borrar?: string
  className?: string
}

/** A text filter that applies while the user types, 300 ms after the last key. */
export function CampoBuscar({
  valor,
  onChange,
  placeholder,
  etiqueta = placeholder,
  borrar = 'Borrar búsqueda',
  className,
}: Props) {
  const [texto, setTexto] = useWrite(valor, onChange)
  return (
    <OutlinedInput
      size="small"
      value={texto}
      onChange={(e) => setTexto(e.target.value)}
      placeholder={placeholder}
      inputProps={{ 'aria-label': etiqueta, maxLength: 200, enterKeyHint: 'search' }}
      startAdornment={
        <InputAdornment position="start">
          <SearchIcon sx={{ fontSize: 18 }} />
        </InputAdornment>
      }
      endAdornment={texto && <Erase titulo={borrar} onClick={() => setTexto('')} />}
      className={className}
      sx={{ pl: 2.5, pr: 1 }}
    />
  )
}
