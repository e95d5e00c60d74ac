import InputAdornment from '@mui/material/InputAdornment'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { reviewNumero } from '#contract/values/numero'

type Props = Pick<
  TextFieldProps,
  'id' | 'size' | 'fullWidth' | 'disabled' | 'placeholder' | 'sx' | 'autoFocus'
> & {
  label: string
  /** As typed; `parseNumero` reads it. */
  valor: string
  onChange: (valor: string) => void
  /** How many decimals it may be written with; 0: a whole number; unset: any. */
  decimales?: number
  /** Why the number does not fit; that it is none, or may mean two, the field says itself. */
  reparo?: string | null | undefined
  ayuda?: ReactNode
  unidad?: string
  largo?: number
  /** Keeps the label above, for a placeholder that is to be seen. */
  alzada?: boolean
}

/** The field of a number as it is written in Spanish. */
export function CampoNumero(p: Props) {
  const { valor, onChange, decimales, reparo, ayuda, unidad, largo = 16, alzada, ...resto } = p
  const malo = reviewNumero(valor, decimales) ?? reparo ?? undefined
  return (
    <TextField
      {...resto}
      value={valor}
      onChange={(e) => onChange(e.target.value)}
      error={malo !== undefined}
      helperText={malo ?? ayuda}
      slotProps={{
        htmlInput: {
          inputMode: decimales === 0 ? 'numeric' : 'decimal',
          maxLength: largo,
          autoComplete: 'off',
        },
        input: unidad ? { endAdornment: <InputAdornment position="end">{unidad}</InputAdornment> } : {},
        inputLabel: alzada ? { shrink: true } : {},
      }}
    />
  )
}
