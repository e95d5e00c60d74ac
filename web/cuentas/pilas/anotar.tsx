import QrCodeScannerIcon from '@mui/icons-material/QrCodeScannerOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useCallback, useRef, useState } from 'react'
import { Escaner } from '../../dominio/escaner/escaner'
import { useCodigo } from '../../dominio/escaner/use-codigo'

/** Input of a container's code, scanned or typed. */
export function Anotar({ onCode }: { onCode: (texto: string) => void }) {
  const [abierto, setAbierto] = useState(false)
  const { inputRef, onSubmit } = useCodigo(onCode)
  // The camera keeps reading until the dialog is closed: only the first code counts.
  const espera = useRef<typeof onCode>(undefined)
  const onCodigo = useCallback((texto: string) => {
    const tell = espera.current
    espera.current = undefined
    setAbierto(false)
    tell?.(texto)
  }, [])
  return (
    <>
      <Button
        fullWidth
        size="large"
        variant="contained"
        startIcon={<QrCodeScannerIcon />}
        onClick={() => {
          espera.current = onCode
          setAbierto(true)
        }}
        sx={{ minHeight: 56, mb: 3 }}
      >
        Escanear
      </Button>
      <Box component="form" sx={{ display: 'flex', gap: 2, mb: 4 }} onSubmit={onSubmit}>
        <TextField
          size="small"
          fullWidth
          label="Apodo o MAC"
          inputRef={inputRef}
          slotProps={{
            inputLabel: { shrink: true },
            htmlInput: { maxLength: 200, autoCapitalize: 'off', autoComplete: 'off' },
          }}
        />
        <Button type="submit" variant="outlined">
          Anotar
        </Button>
      </Box>
      <Escaner
        abierto={abierto}
        titulo="Escanear la etiqueta"
        onCodigo={onCodigo}
        onClose={() => setAbierto(false)}
      />
    </>
  )
}
