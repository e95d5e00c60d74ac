import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { Button } from '../../ui/button'
import { CampoClave } from '../../ui/campo-clave'
import { useAviso } from '../../ui/feedback/aviso'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'

/** Sets a new password with the code from an administrator, or from a link in a mail. */
export function Reset() {
  const enlace = useSearch({ from: '/sinBarra/login' })
  const [username, setUsername] = useState(enlace.usuario ?? '')
  const [codigo, setCodigo] = useState(enlace.codigo ?? '')
  const conEnlace = enlace.codigo !== undefined
  const [password, setPassword] = useState('')
  const [repetida, setRepetida] = useState('')
  const [enviando, setEnviando] = useState(false)
  const [fallo, setFallo] = useState<{ campo?: string; texto: string }>()
  const aviso = useAviso()
  const navigate = useNavigate()

  const send = async (e: FormEvent) => {
    e.preventDefault()
    if (password !== repetida) {
      setFallo({ campo: 'repetida', texto: 'Las contraseñas nuevas no coinciden.' })
      return
    }
    setFallo(undefined)
    setEnviando(true)
    try {
      await call(api.resetClave, { body: { username: username.trim(), codigo, password } })
      aviso.exito('Contraseña cambiada. Ya puedes iniciar sesión.')
      await navigate({ to: '/login' })
    } catch (causa) {
      const { message, campo } = causa as ErrorLlamada
      setFallo({ campo: causa instanceof ErrorLlamada ? campo : undefined, texto: message })
      setEnviando(false)
    }
  }
  const errorOf = (campo: string) => (fallo?.campo === campo ? fallo.texto : undefined)
  const deCampo = ['username', 'codigo', 'password', 'repetida'].includes(fallo?.campo ?? '')

  return (
    <>
      <Typography variant="h2" component="h1">
        Restablecer la contraseña
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 1, mb: 6 }}>
        {conEnlace
          ? 'El enlace vale una vez, durante una hora.'
          : 'Con el código que te ha dado un administrador. Vale una vez, durante 24 horas.'}
      </Typography>
      <Box component="form" noValidate onSubmit={send} sx={{ display: 'grid', gap: 4 }}>
        {fallo && !deCampo && (
          <Alert severity="error" variant="outlined">
            {fallo.texto}
          </Alert>
        )}
        <TextField
          label="Usuario"
          autoComplete="username"
          autoFocus
          value={username}
          onChange={(e) => setUsername(e.target.value)}
          error={Boolean(errorOf('username'))}
          helperText={errorOf('username')}
          slotProps={{ htmlInput: { maxLength: 120, autoCapitalize: 'none', spellCheck: false } }}
        />
        <TextField
          label="Código"
          placeholder="ABCD-EFGH-JKMN"
          autoComplete="one-time-code"
          value={codigo}
          onChange={(e) => setCodigo(e.target.value)}
          error={Boolean(errorOf('codigo'))}
          helperText={errorOf('codigo')}
          slotProps={{
            htmlInput: {
              maxLength: 60,
              autoCapitalize: 'characters',
              spellCheck: false,
              style: { fontFamily: LETRA_MONO },
            },
          }}
        />
        <CampoClave
          etiqueta="Contraseña nueva"
          autoComplete="new-password"
          valor={password}
          onChange={setPassword}
          error={errorOf('password')}
          ayuda="Al menos 10 caracteres."
        />
        <CampoClave
          etiqueta="Confirmar contraseña nueva"
          autoComplete="new-password"
          valor={repetida}
          onChange={setRepetida}
          error={errorOf('repetida')}
        />
        <Button
          type="submit"
          variant="contained"
          size="large"
          loading={enviando}
          disabled={!username.trim() || !codigo.trim() || !password}
        >
          Cambiar contraseña
        </Button>
        <Typography variant="body2">
          <Link to="/login" style={{ color: tono('brand') }}>
            Volver a iniciar sesión
          </Link>
        </Typography>
      </Box>
    </>
  )
}
