import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { toDataURL } from 'qrcode'
import { useState } from 'react'
import { activarSegundoFactor, prepararSegundoFactor } from '#contract/perfil'
import { llamar } from '../lib/api'
import { CampoClave } from '../ui/campo-clave'
import { Secreto } from '../ui/secreto'
import { CodigosRecuperacion } from './codigos-recuperacion'

const LADO_QR = 200

/** Password, then the app, then the recovery codes: one dialog, three steps. */
export function ActivarFactor({ onCerrar }: { onCerrar: () => void }) {
  const [password, setPassword] = useState('')
  const [codigo, setCodigo] = useState('')
  const preparar = useMutation({
    mutationFn: () => llamar(prepararSegundoFactor, { body: { password } }),
  })
  const activar = useMutation({ mutationFn: () => llamar(activarSegundoFactor, { body: { codigo } }) })
  const codigos = activar.data?.codigos
  const preparado = preparar.data
  const paso = preparado ? activar : preparar
  return (
    <Dialog
      open
      // The codes are shown once: only the button closes them.
      onClose={codigos ? undefined : onCerrar}
      maxWidth="xs"
      fullWidth
      aria-labelledby="activar-factor"
    >
      <form
        noValidate
        onSubmit={(e) => {
          e.preventDefault()
          if (codigos) onCerrar()
          else paso.mutate()
        }}
      >
        <DialogTitle id="activar-factor">
          {codigos ? 'Códigos de recuperación' : 'Activar el segundo factor'}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4, '&&': { pt: 2 } }}>
          {paso.error && !codigos && (
            <Alert severity="error" variant="outlined">
              {paso.error.message}
            </Alert>
          )}
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
                Necesitas una aplicación de verificación en el teléfono (Google Authenticator, Aegis,
                1Password u otra). Confirma antes tu contraseña.
              </Typography>
              <CampoClave
                etiqueta="Contraseña"
                autoComplete="current-password"
                autoFocus
                valor={password}
                onCambio={setPassword}
              />
            </>
          )}
        </DialogContent>
        <DialogActions>
          {!codigos && (
            <Button color="inherit" onClick={onCerrar}>
              Cancelar
            </Button>
          )}
          <Button
            type="submit"
            variant="contained"
            loading={paso.isPending}
            disabled={!codigos && !(preparado ? codigo.trim() : password)}
          >
            {codigos ? 'Los he guardado' : preparado ? 'Activar' : 'Continuar'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function CodigoQr({ uri }: { uri: string }) {
  const { data } = useQuery({
    queryKey: ['perfil', 'qr', uri],
    queryFn: () => toDataURL(uri, { width: LADO_QR * 2, margin: 2 }),
    // The picture holds the secret: it goes with the dialog.
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
