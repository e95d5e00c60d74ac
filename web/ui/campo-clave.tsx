import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined'
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useState } from 'react'

type Props = {
  etiqueta: string
  valor: string
  onChange: (valor: string) => void
  autoComplete: 'current-password' | 'new-password'
  error?: string
  ayuda?: string
  autoFocus?: boolean
  id?: string
}

/** A password field, masked until the user asks to see it. */
export function CampoClave({ etiqueta, valor, onChange, autoComplete, error, ayuda, autoFocus, id }: Props) {
  const [visible, setVisible] = useState(false)
  return (
    <TextField
      fullWidth
      id={id}
      label={etiqueta}
      type={visible ? 'text' : 'password'}
      value={valor}
      autoFocus={autoFocus}
      autoComplete={autoComplete}
      onChange={(e) => onChange(e.target.value)}
      error={error !== undefined}
      helperText={error ?? ayuda}
      slotProps={{
        htmlInput: { maxLength: 1024 },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                aria-label={`${visible ? 'Ocultar' : 'Mostrar'} ${etiqueta.toLocaleLowerCase('es')}`}
                onClick={() => setVisible(!visible)}
              >
                {visible ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}
