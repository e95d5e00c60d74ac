import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { UsuarioSesion } from '#contract/personas/acceso/sesion'
import { sesionQuery } from '../../lib/session/sesion'
import { Button } from '../../ui/button'
import { CampoClave } from '../../ui/campo-clave'
import { useAviso } from '../../ui/feedback/aviso'
import { CampoFoto } from './campo-foto'
import { sesionesQuery, usuarioQuery } from './queries'
import { type Claves, conClave, type FalloPerfil, type Foto, saveClave, saveDatos } from './save'

const SIN_CLAVES: Claves = { actual: '', nueva: '', repetida: '' }
const NO_COINCIDEN = 'Las contraseñas nuevas no coinciden.'

type Mensaje = { texto: string; detalle?: string }

export function FormularioDatos({ usuario }: { usuario: UsuarioSesion }) {
  const [nombre, setNombre] = useState(usuario.nombre)
  const [foto, setFoto] = useState<Foto>({ tipo: 'igual' })
  const [claves, setClaves] = useState(SIN_CLAVES)
  const [enviando, setEnviando] = useState(false)
  const [avance, setAvance] = useState<number>()
  const [fallo, setFallo] = useState<Mensaje>()
  const [malo, setMalo] = useState<string>()
  const [fotoCambiada, setFotoCambiada] = useState(false)
  const cliente = useQueryClient()
  const aviso = useAviso()

  const save = async () => {
    const guardado = await saveDatos(nombre.trim(), foto, setAvance)
    cliente.setQueryData(usuarioQuery.queryKey, guardado)
    cliente.setQueryData(sesionQuery.queryKey, (s) => s && { ...s, ...guardado })
    setFotoCambiada(foto.tipo !== 'igual')
    setFoto({ tipo: 'igual' })
    setAvance(undefined)
    if (conClave(claves)) {
      await saveClave(claves)
      setClaves(SIN_CLAVES)
      void cliente.invalidateQueries({ queryKey: sesionesQuery.queryKey })
    }
    aviso.exito('Datos actualizados correctamente')
  }
  const send = async (e: FormEvent) => {
    e.preventDefault()
    setFallo(undefined)
    setMalo(undefined)
    if (conClave(claves) && claves.nueva !== claves.repetida) {
      setFallo({ texto: NO_COINCIDEN })
      setMalo('repetida')
      return
    }
    setEnviando(true)
    try {
      await save()
    } catch (causa) {
      const { message, detalle, campo } = causa as FalloPerfil
      setFallo({ texto: message, detalle })
      setMalo(campo)
      setAvance(undefined)
    }
    setEnviando(false)
  }
  const clave = (cual: keyof Claves, campo: string, etiqueta: string) => (
    <CampoClave
      etiqueta={etiqueta}
      autoComplete={cual === 'actual' ? 'current-password' : 'new-password'}
      valor={claves[cual]}
      onChange={(valor) => {
        setClaves({ ...claves, [cual]: valor })
        setMalo(undefined)
      }}
      error={malo === campo ? '' : undefined}
      ayuda={cual === 'nueva' ? 'Al menos 10 caracteres.' : undefined}
    />
  )

  return (
    <Box
      component="form"
      noValidate
      aria-label="Datos de la cuenta"
      onSubmit={send}
      sx={{ display: 'grid', gap: 5 }}
    >
      <CampoFoto
        nombre={nombre}
        actual={usuario.foto_perfil}
        foto={foto}
        onChange={setFoto}
        avance={avance}
      />
      {fotoCambiada && (
        <Alert severity="info" variant="outlined">
          Cierra la sesión y vuelve a iniciarla para ver la nueva imagen en todas partes.
        </Alert>
      )}
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextField
          label="Nombre"
          autoComplete="name"
          value={nombre}
          onChange={(e) => setNombre(e.target.value)}
          error={malo === 'nombre'}
          slotProps={{ htmlInput: { maxLength: 120 } }}
        />
        <TextField
          label="Usuario"
          value={usuario.username}
          slotProps={{ htmlInput: { readOnly: true, autoComplete: 'username' } }}
        />
      </Box>
      {!usuario.sso && (
        <Box component="fieldset" sx={{ display: 'grid', gap: 4, border: 0, m: 0, p: 0, minWidth: 0 }}>
          <Box component="legend" sx={{ p: 0, mb: 4, fontSize: 14, fontWeight: 600 }}>
            Cambiar la contraseña
          </Box>
          {clave('actual', 'current_password', 'Contraseña actual')}
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            {clave('nueva', 'new_password', 'Contraseña nueva')}
            {clave('repetida', 'repetida', 'Confirmar contraseña nueva')}
          </Box>
        </Box>
      )}
      {fallo && (
        <Alert severity="error" variant="outlined">
          {fallo.texto}
          {fallo.detalle && <Box sx={{ mt: 1, fontSize: 13 }}>{fallo.detalle}</Box>}
        </Alert>
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button
          type="submit"
          variant="contained"
          size="large"
          loading={enviando}
          disabled={nombre.trim() === ''}
        >
          Actualizar
        </Button>
      </Box>
    </Box>
  )
}
