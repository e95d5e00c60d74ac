import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined'
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormLabel from '@mui/material/FormLabel'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { CuentasDemo } from './cuentas-demo'
import { useEnter } from './enter'
import { EntrarConSso } from './sso'

type Props = {
  /** Where to go after login and the welcome message. */
  onEnter: () => void
  /** The same as a path, for a login by the identity provider. */
  volver: string | undefined
}

export function FormularioSesion({ onEnter, volver }: Props) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [visible, setVisible] = useState(false)
  const campoClave = useRef<HTMLInputElement>(null)
  const [codigo, setCodigo] = useState('')
  const { enter, fase, fallo, conCodigo, forgetCodigo } = useEnter(onEnter)

  const send = async (e: FormEvent) => {
    e.preventDefault()
    await enter(username.trim(), password, conCodigo ? codigo.trim() : undefined)
    if (!conCodigo) campoClave.current?.select()
  }
  /** Another name or password starts anew: the code belongs to the previous ones. */
  const change = (put: (valor: string) => void) => (valor: string) => {
    put(valor)
    setCodigo('')
    forgetCodigo()
  }
  return (
    <Box component="form" onSubmit={send} noValidate sx={{ display: 'grid', gap: 4 }}>
      {fallo && (
        <Alert severity="error" variant="outlined">
          {fallo}
        </Alert>
      )}
      <FormControl>
        <Rotulo para="username">Usuario</Rotulo>
        <OutlinedInput
          id="username"
          name="username"
          autoComplete="username"
          autoFocus
          value={username}
          onChange={(e) => change(setUsername)(e.target.value)}
          inputProps={{ autoCapitalize: 'none', spellCheck: false, maxLength: 120 }}
          sx={ALTO}
        />
      </FormControl>
      <FormControl>
        <Rotulo para="password">Contraseña</Rotulo>
        <OutlinedInput
          id="password"
          name="password"
          type={visible ? 'text' : 'password'}
          autoComplete="current-password"
          inputRef={campoClave}
          value={password}
          onChange={(e) => change(setPassword)(e.target.value)}
          inputProps={{ maxLength: 1024 }}
          sx={ALTO}
          endAdornment={
            <InputAdornment position="end">
              <IconButton
                edge="end"
                aria-label={visible ? 'Ocultar contraseña' : 'Mostrar contraseña'}
                onClick={() => setVisible(!visible)}
              >
                {visible ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
              </IconButton>
            </InputAdornment>
          }
        />
      </FormControl>
      {conCodigo && (
        <FormControl>
          <Rotulo para="codigo">Código de verificación</Rotulo>
          <OutlinedInput
            id="codigo"
            name="codigo"
            autoComplete="one-time-code"
            autoFocus
            value={codigo}
            onChange={(e) => setCodigo(e.target.value)}
            inputProps={{ maxLength: 40, spellCheck: false, 'aria-describedby': 'codigo-ayuda' }}
            sx={ALTO}
          />
          <Box id="codigo-ayuda" role="status" sx={{ mt: 1, fontSize: 12, color: 'text.secondary' }}>
            Introduce el código de verificación de tu aplicación, o uno de recuperación.
          </Box>
        </FormControl>
      )}
      <Button
        type="submit"
        variant="contained"
        size="large"
        loading={fase === 'enviando'}
        disabled={fase === 'dentro'}
      >
        {fase === 'dentro' ? 'Entrando…' : 'Iniciar sesión'}
      </Button>
      <EntrarConSso volver={volver} />
      <CuentasDemo
        onChoose={(cuenta, clave) => {
          change(setUsername)(cuenta)
          setPassword(clave)
        }}
      />
    </Box>
  )
}

const ALTO = { height: 44 }

function Rotulo({ para, children }: { para: string; children: string }) {
  return (
    <FormLabel htmlFor={para} sx={{ mb: 1.5, fontSize: 13, fontWeight: 550, color: 'text.primary' }}>
      {children}
    </FormLabel>
  )
}
