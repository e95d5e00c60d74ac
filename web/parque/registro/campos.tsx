import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { TIPOS } from '#contract/parque/dispositivos/values'
import { CampoEscaner } from '../../dominio/escaner/campo-escaner'
import { LETRA_MONO } from '../../ui/theme/tokens'
import type { Campo, Datos } from './reglas'

type Props = {
  datos: Datos
  onChange: (cambio: Partial<Datos>) => void
  malo: Campo | undefined
  onScan: (que: 'apodo' | 'mac_serie') => void
  disabled: boolean
}

const MONO = { fontFamily: LETRA_MONO }

export function Campos({ datos, onChange, malo, onScan, disabled }: Props) {
  const campo = (nombre: keyof Datos, etiqueta: string, mas: object = {}) => (
    <TextField
      fullWidth
      id={`registro-${nombre}`}
      label={etiqueta}
      value={datos[nombre]}
      onChange={(e) => onChange({ [nombre]: e.target.value })}
      error={malo === nombre}
      disabled={disabled}
      slotProps={{ htmlInput: { maxLength: 64, autoComplete: 'off', autoCapitalize: 'none' } }}
      {...mas}
    />
  )
  const opciones = (nombre: 'tipo_dispositivo' | 'estado', etiqueta: string, valores: readonly string[]) =>
    campo(nombre, etiqueta, {
      select: true,
      slotProps: { select: { SelectDisplayProps: { 'aria-label': etiqueta } } },
      children: valores.map((v) => (
        <MenuItem key={v} value={v}>
          {v}
        </MenuItem>
      )),
    })
  const esLector = datos.tipo_dispositivo === 'Reader'
  const decimal = { slotProps: { htmlInput: { inputMode: 'decimal', maxLength: 20, autoComplete: 'off' } } }
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <CampoEscaner nombre="Escanear código del contenedor" onClick={() => onScan('apodo')}>
        {campo('apodo', 'Apodo', {
          placeholder: esLector ? 'LEC-104' : '20014-008',
          slotProps: {
            htmlInput: {
              maxLength: 64,
              autoComplete: 'off',
              style: MONO,
            },
          },
        })}
      </CampoEscaner>
      <CampoEscaner nombre="Escanear MAC del dispositivo" onClick={() => onScan('mac_serie')}>
        {campo('mac_serie', 'MAC o número de serie', {
          placeholder: 'AC233F000001',
          slotProps: {
            htmlInput: { maxLength: 64, autoComplete: 'off', autoCapitalize: 'characters', style: MONO },
          },
        })}
      </CampoEscaner>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {opciones('tipo_dispositivo', 'Tipo de dispositivo', TIPOS)}
        {opciones('estado', 'Estado', ['Activado', 'Desactivado'])}
      </Box>
      {campo('etiqueta', 'Etiqueta', { helperText: 'Opcional' })}
      {esLector && (
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: '1fr 1fr' }}>
          {campo('lat', 'Latitud', decimal)}
          {campo('lon', 'Longitud', decimal)}
        </Box>
      )}
    </Box>
  )
}
