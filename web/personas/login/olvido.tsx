import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { Button } from '../../ui/button'
import { tono } from '../../ui/theme/tono'

/** Sends a link for a new password, to users with a mail address. */
export function Olvido() {
  const [usuario, setUsuario] = useState('')
  const pedir = useMutation({
    mutationFn: () => call(api.requestClave, { body: { usuario: usuario.trim() } }),
  })
  const send = (e: FormEvent) => {
    e.preventDefault()
    if (usuario.trim()) pedir.mutate()
  }
  return (
    <>
      <Typography variant="h2" component="h1">
        ¿Ha olvidado la contraseña?
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 1, mb: 6 }}>
        Le enviamos un enlace para elegir otra. Vale una vez, durante una hora.
      </Typography>
      <Box component="form" noValidate onSubmit={send} sx={{ display: 'grid', gap: 4 }}>
        {pedir.isSuccess ? (
          <Alert severity="success" variant="outlined">
            Si hay una cuenta con ese nombre y una dirección confirmada, el enlace ya va de camino. Si no
            llega, pida un código a un administrador.
          </Alert>
        ) : (
          <>
            {pedir.error && (
              <Alert severity="error" variant="outlined">
                {pedir.error.message}
              </Alert>
            )}
            <TextField
              label="Usuario o dirección de correo"
              autoComplete="username"
              autoFocus
              value={usuario}
              onChange={(e) => setUsuario(e.target.value)}
              slotProps={{ htmlInput: { maxLength: 254, autoCapitalize: 'none', spellCheck: false } }}
            />
            <Button
              type="submit"
              variant="contained"
              size="large"
              loading={pedir.isPending}
              disabled={!usuario.trim()}
            >
              Enviar el enlace
            </Button>
          </>
        )}
        <Typography variant="body2">
          <Link to="/login" style={{ color: tono('brand') }}>
            Volver a iniciar sesión
          </Link>
        </Typography>
      </Box>
    </>
  )
}
