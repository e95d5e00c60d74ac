import QrCodeScannerIcon from '@mui/icons-material/QrCodeScannerOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { TIPOS } from '#contract/valores/dispositivos'
import { LETRA_MONO } from '../ui/tokens'
import type { Campo, Datos } from './reglas'

type Props = {
  datos: Datos
  onChange: (cambio: Partial<Datos>) => void
  malo: Campo | undefined
  onScan: (que: 'apodo' | 'mac_serie') => void
  disabled: boolean
}

const MONO = { fontFamily: LETRA_MONO }

function ConEscaner({
  children,
  nombre,
  onClick,
}: {
  children: ReactNode
  nombre: string
  onClick: () => void
}) {
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'stretch' }}>
      {children}
      <Button
        variant="outlined"
        startIcon={<QrCodeScannerIcon />}
        aria-label={nombre}
        onClick={onClick}
        sx={{ flex: 'none' }}
      >
        Escanear
      </Button>
    </Box>
  )
}

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
      <ConEscaner nombre="Escanear código del contenedor" onClick={() => onScan('apodo')}>
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
      </ConEscaner>
      <ConEscaner nombre="Escanear MAC del dispositivo" onClick={() => onScan('mac_serie')}>
        {campo('mac_serie', 'MAC o número de serie', {
          placeholder: 'AC233F000001',
          slotProps: {
            htmlInput: { maxLength: 64, autoComplete: 'off', autoCapitalize: 'characters', style: MONO },
          },
        })}
      </ConEscaner>
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
