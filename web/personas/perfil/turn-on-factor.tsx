import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { toDataURL } from 'qrcode'
import { useState } from 'react'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { CampoClave } from '../../ui/campo-clave'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { Secreto } from '../../ui/secreto'
import { CodigosRecuperacion } from './codigos-recuperacion'

const LADO_QR = 200

/** Password, authenticator app, recovery codes: one dialog, three steps. */
export function TurnOnFactor({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [codigo, setCodigo] = useState('')
  const prepare = useMutation({
    mutationFn: () => call(api.prepareSegundoFactor, { body: { password } }),
  })
  const activar = useMutation({ mutationFn: () => call(api.activateSegundoFactor, { body: { codigo } }) })
  const codigos = activar.data?.codigos
  const preparado = prepare.data
  const paso = preparado ? activar : prepare
  return (
    <DialogoForma
      titulo={codigos ? 'Códigos de recuperación' : 'Activar el segundo factor'}
      accion={codigos ? 'Los he guardado' : preparado ? 'Activar' : 'Continuar'}
      ocupado={paso.isPending}
      impedido={!codigos && !(preparado ? codigo.trim() : password)}
      error={codigos ? undefined : paso.error?.message}
      final={codigos !== undefined}
      onAccept={() => (codigos ? onClose() : paso.mutate())}
      onClose={onClose}
    >
      {codigos ? (
        <CodigosRecuperacion codigos={codigos} />
      ) : preparado ? (
        <>
          <Typography variant="body2">
            Escanea este código con tu aplicación de verificación y escribe el número de seis cifras que
            muestra.
          </Typography>
          <CodigoQr uri={preparado.uri} />
          <Secreto nombre="Clave para escribirla a mano" valor={preparado.secreto} />
          <TextField
            label="Código de verificación"
            autoComplete="one-time-code"
            autoFocus
            value={codigo}
            onChange={(e) => setCodigo(e.target.value)}
            slotProps={{ htmlInput: { maxLength: 10, inputMode: 'numeric' } }}
          />
        </>
      ) : (
        <>
          <Typography variant="body2">
            Necesitas una aplicación de verificación en el teléfono (Google Authenticator, Aegis, 1Password u
            otra). Confirma antes tu contraseña.
          </Typography>
          <CampoClave
            etiqueta="Contraseña"
            autoComplete="current-password"
            autoFocus
            valor={password}
            onChange={setPassword}
          />
        </>
      )}
    </DialogoForma>
  )
}

function CodigoQr({ uri }: { uri: string }) {
  const { data } = useQuery({
    queryKey: ['perfil', 'qr', uri],
    queryFn: () => toDataURL(uri, { width: LADO_QR * 2, margin: 2 }),
    // The QR picture contains the secret: it is removed with the dialog.
    gcTime: 0,
  })
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', minHeight: LADO_QR }}>
      {data && (
        <img
          src={data}
          alt="Código QR con la clave del segundo factor"
          width={LADO_QR}
          height={LADO_QR}
          style={{ borderRadius: 8 }}
        />
      )}
    </Box>
  )
}
