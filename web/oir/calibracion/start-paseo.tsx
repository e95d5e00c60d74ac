import QrCodeScannerIcon from '@mui/icons-material/QrCodeScannerOutlined'
import Button from '@mui/material/Button'
import DialogContentText from '@mui/material/DialogContentText'
import TextField from '@mui/material/TextField'
import { lazy, Suspense, useState } from 'react'
import { useCambio } from '../../dominio/administracion/use-cambio'
import { apodoDeCodigo, macDeCodigo } from '../../dominio/escaner/codigo'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { LETRA_MONO } from '../../ui/theme/tokens'

const Escaner = lazy(() => import('../../dominio/escaner/escaner').then((m) => ({ default: m.Escaner })))

/** Choose the tag that is carried on the walk. */
export function StartPaseo({ empresa, onClose }: { empresa: number; onClose: () => void }) {
  const [dispositivo, setDispositivo] = useState('')
  const [escaneando, setEscaneando] = useState(false)
  const empezar = useCambio(
    (d: string) => call(api.startPaseo, { body: { empresa, dispositivo: d } }),
    () => 'Paseo empezado',
    true,
  )
  return (
    <DialogoForma
      titulo="Empezar paseo"
      accion="Empezar"
      ocupado={empezar.isPending}
      impedido={!dispositivo.trim()}
      error={empezar.error?.message}
      onAccept={() => empezar.mutate(dispositivo.trim(), { onSuccess: onClose })}
      onClose={onClose}
    >
      <DialogContentText sx={{ fontSize: 14 }}>
        Lleva contigo un dispositivo que se anuncie a menudo, cada diez segundos o menos, y lejos del cuerpo.
      </DialogContentText>
      <TextField
        autoFocus
        fullWidth
        label="Apodo o MAC del dispositivo"
        value={dispositivo}
        onChange={(e) => setDispositivo(e.target.value)}
        slotProps={{
          htmlInput: { maxLength: 64, autoComplete: 'off', style: { fontFamily: LETRA_MONO } },
        }}
      />
      <Button variant="outlined" startIcon={<QrCodeScannerIcon />} onClick={() => setEscaneando(true)}>
        Escanear
      </Button>
      {escaneando && (
        <Suspense fallback={null}>
          <Escaner
            abierto
            titulo="Escanear dispositivo"
            onCodigo={(codigo) => {
              setDispositivo(apodoDeCodigo(codigo) ?? macDeCodigo(codigo) ?? codigo.trim().slice(0, 64))
              setEscaneando(false)
            }}
            onClose={() => setEscaneando(false)}
          />
        </Suspense>
      )}
    </DialogoForma>
  )
}
