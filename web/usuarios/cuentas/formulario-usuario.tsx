import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Usuario } from '#contract/usuarios'
import { CampoEmpresa } from '../../administracion/campo-empresa'
import { useEmpresas } from '../../administracion/queries'
import { useCambio } from '../../administracion/use-cambio'
import { call, ErrorLlamada } from '../../lib/api'
import { api } from '../../lib/llamadas'
import { sesionQuery, useSesion } from '../../lib/sesion'
import { CampoClave } from '../../ui/campo-clave'
import { DialogoForma } from '../../ui/dialogo-forma'

type Props = {
  /** Undefined: a new one. */
  usuario?: Usuario
  empresaInicial?: number
  onClose: () => void
}

const campoDe = (e: unknown) =>
  e instanceof ErrorLlamada ? (e.code === 'username_repetido' ? 'username' : e.campo) : undefined
const CAMPOS = ['nombre', 'username', 'password', 'empresa']

export function FormularioUsuario({ usuario, empresaInicial, onClose }: Props) {
  const { empresas = [] } = useEmpresas()
  const cliente = useQueryClient()
  const propio = useSesion()?.username === usuario?.username
  const [datos, setDatos] = useState({
    nombre: usuario?.nombre ?? '',
    username: usuario?.username ?? '',
    empresa: usuario?.empresa ?? empresaInicial ?? empresas[0]?.id ?? 1,
    is_admin: usuario?.is_admin ?? false,
  })
  const [password, setPassword] = useState('')
  const save = useCambio(
    () =>
      usuario
        ? call(api.updateUsuario, { params: { id: usuario.id }, body: datos })
        : call(api.createUsuario, { body: { ...datos, password } }),
    () => (usuario ? 'Usuario actualizado' : `Usuario ${datos.nombre.trim()} creado`),
    true,
  )
  const campo = campoDe(save.error)
  const errorDe = (cual: string) => (campo === cual ? save.error?.message : undefined)
  const put = (cambio: Partial<typeof datos>) => {
    setDatos({ ...datos, ...cambio })
    save.reset()
  }
  const texto = (cual: 'nombre' | 'username', etiqueta: string, max: number, ayuda?: string) => (
    <TextField
      label={etiqueta}
      value={datos[cual]}
      autoFocus={cual === 'nombre'}
      onChange={(e) => put({ [cual]: e.target.value })}
      error={errorDe(cual) !== undefined}
      helperText={errorDe(cual) ?? ayuda}
      slotProps={{ htmlInput: { maxLength: max, autoComplete: 'off', spellCheck: false } }}
    />
  )
  const send = async () => {
    await save.mutateAsync(undefined)
    if (propio) await cliente.fetchQuery({ ...sesionQuery, staleTime: 0 })
    onClose()
  }
  return (
    <DialogoForma
      titulo={usuario ? `Editar a ${usuario.nombre}` : 'Nuevo usuario'}
      accion={usuario ? 'Guardar' : 'Crear usuario'}
      ocupado={save.isPending}
      impedido={!datos.nombre.trim() || !datos.username.trim() || (!usuario && !password)}
      error={CAMPOS.includes(campo ?? '') ? undefined : save.error?.message}
      onAccept={() => void send().catch(() => {})}
      onClose={onClose}
    >
      {texto('nombre', 'Nombre', 120)}
      {texto('username', 'Usuario', 60, 'Letras, cifras y los signos . _ - @')}
      {!usuario && (
        <CampoClave
          etiqueta="Contraseña"
          autoComplete="new-password"
          valor={password}
          onChange={(valor) => {
            setPassword(valor)
            save.reset()
          }}
          error={errorDe('password')}
          ayuda="Al menos 10 caracteres."
        />
      )}
      <CampoEmpresa
        empresas={empresas}
        elegida={datos.empresa}
        onChoose={(id) => put({ empresa: id })}
        error={errorDe('empresa') !== undefined}
        helperText={errorDe('empresa')}
      />
      <FormControlLabel
        label="Administrador"
        disabled={propio}
        control={<Switch checked={datos.is_admin} onChange={(e) => put({ is_admin: e.target.checked })} />}
      />
    </DialogoForma>
  )
}
