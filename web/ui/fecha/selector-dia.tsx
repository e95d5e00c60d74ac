import Box from '@mui/material/Box'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { DateTime } from 'luxon'
import { useEffect, useId, useRef, useState } from 'react'
import { useZona } from '../../lib/time/zona'
import { tono } from '../theme/tono'
import type { Entrada, PropsCampoDia } from './campo'
import { ProveedorFechas } from './proveedor'

/** A half-typed year (2, 20, 202) parses as a date too, but is not one that the user means. */
const PRIMER_DIA = '2000-01-01'
const ULTIMO_DIA = '2099-12-31'

const MENSAJE: Record<string, string> = {
  invalidDate: 'Fecha no válida',
  minDate: 'Fecha demasiado temprana',
  maxDate: 'Fecha demasiado tardía',
}

const BOTON = { width: 28, height: 28, m: 0, '@media (pointer: coarse)': { width: 36, height: 36 } }

/** The full version of CampoDia once its code is loaded; the focus stays where it was. */
export function SelectorDia(p: PropsCampoDia & { entrada: Entrada }) {
  const { valor, onChange, etiqueta, min, max, error: ajeno, className, entrada } = p
  const zona = useZona()
  const id = useId()
  const read = (dia: string | undefined) => (dia ? DateTime.fromISO(dia, { zone: zona }) : null)
  const [fecha, setFecha] = useState<DateTime<boolean> | null>(() => read(valor))
  const [error, setError] = useState<string | null>(null)
  const [abierto, setAbierto] = useState(entrada === 'calendario')
  const dicho = useRef(valor)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `leer` only changes with `zona`.
  useEffect(() => {
    if (valor === dicho.current) return
    dicho.current = valor
    setFecha(read(valor))
  }, [valor, zona])

  return (
    <ProveedorFechas>
      <DatePicker
        value={fecha}
        timezone={zona}
        format="dd/MM/yyyy"
        minDate={read(min ?? PRIMER_DIA) ?? undefined}
        maxDate={read(max ?? ULTIMO_DIA) ?? undefined}
        autoFocus={entrada === 'campo'}
        open={abierto}
        onOpen={() => setAbierto(true)}
        onClose={() => setAbierto(false)}
        onError={setError}
        onChange={(nueva, { validationError }) => {
          setFecha(nueva)
          if (validationError) return
          dicho.current = nueva?.toISODate() ?? undefined
          onChange(dicho.current)
        }}
        className={className}
        slotProps={{
          field: { clearable: true },
          clearButton: { size: 'small', tabIndex: 0, sx: BOTON },
          clearIcon: { sx: { fontSize: 16 } },
          openPickerButton: { size: 'small', edge: false, sx: BOTON },
          openPickerIcon: { sx: { fontSize: 18 } },
          textField: {
            size: 'small',
            fullWidth: true,
            error: error !== null || ajeno !== undefined,
            helperText: error ? MENSAJE[error] : ajeno,
            slotProps: {
              input: {
                'aria-labelledby': id,
                startAdornment: (
                  <Box component="span" id={id} sx={{ flex: 'none', mr: 2, color: tono('muted') }}>
                    {etiqueta}
                  </Box>
                ),
              },
            },
            sx: {
              minWidth: 208,
              '& .MuiPickersInputBase-root': {
                height: 36,
                px: 2.5,
                pr: 1,
                fontSize: 14,
                letterSpacing: 0,
                bgcolor: tono('paper'),
                '@media (pointer: coarse)': { height: 44, fontSize: 16 },
              },
              '& .MuiPickersInputBase-sectionsContainer': {
                py: 0,
                width: 92,
                opacity: 1,
                color: fecha ? undefined : tono('muted'),
                fontVariantNumeric: 'tabular-nums',
              },
              '& .MuiPickersOutlinedInput-notchedOutline': {
                borderColor: `color-mix(in srgb, ${tono('muted')} 55%, ${tono('line')})`,
              },
              '&:focus-within .MuiPickersInputBase-sectionsContainer': { color: tono('ink') },
              // The cross is visible whenever the field has a value, not only on hover.
              '& .clearButton.clearButton': { opacity: 1 },
              '& .MuiInputAdornment-root': { ml: 0 },
            },
          },
        }}
      />
    </ProveedorFechas>
  )
}
