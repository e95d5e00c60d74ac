import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RolPropio } from '#contract/personas/acceso/sesion'
import type { Usuario } from '#contract/personas/usuarios/usuarios'
import { useEmpresas } from '../../../dominio/administracion/queries'
import { AYUDA_ROL, ROL } from '../../../dominio/administracion/roles'
import { useCambio } from '../../../dominio/administracion/use-cambio'
import { CampoEmpresa } from '../../../dominio/empresa/campo-empresa'
import { call, ErrorLlamada } from '../../../lib/api/api'
import { api } from '../../../lib/api/llamadas'
import { useInstalacion } from '../../../lib/instalacion'
import { sesionQuery, useSesion } from '../../../lib/session/sesion'
import { CampoClave } from '../../../ui/campo-clave'
import { DialogoForma } from '../../../ui/feedback/dialogo-forma'

type Props = {
  /** Undefined: a new account. */
  usuario?: Usuario
  empresaInicial?: number
  onClose: () => void
}

/** Users of a partner get their account on the screen of the partner. */
const ROLES = Object.keys(ROL).filter((r) => r !== 'tercero') as RolPropio[]

const campoOf = (e: unknown) =>
  e instanceof ErrorLlamada ? (e.code === 'username_repetido' ? 'username' : e.campo) : undefined
const CAMPOS = ['nombre', 'username', 'password', 'empresa', 'rol', 'correo']

export function FormularioUsuario({ usuario, empresaInicial, onClose }: Props) {
  const { empresas = [] } = useEmpresas()
  const cliente = useQueryClient()
  const sesion = useSesion()
  const propio = sesion?.username === usuario?.username
  const deTodas = sesion?.is_admin === true
  const deSso = usuario?.sso === true
  const deTercero = usuario?.rol === 'tercero'
  const [datos, setDatos] = useState({
    nombre: usuario?.nombre ?? '',
    username: usuario?.username ?? '',
    // Only an administrator of all companies chooses it.
    empresa: usuario?.empresa ?? empresaInicial ?? (deTodas ? undefined : sesion?.empresa),
    rol: usuario?.rol === 'tercero' ? undefined : (usuario?.rol ?? ('operario' as RolPropio)),
    correo: usuario?.correo_pendiente ?? usuario?.correo ?? '',
  })
  const previo = usuario?.correo_pendiente ?? usuario?.correo ?? ''
  const hayCorreo = useInstalacion()?.correo === true
  const [password, setPassword] = useState('')
  const save = useCambio(
    () =>
      usuario
        ? call(api.updateUsuario, { params: { id: usuario.id }, body: cambios() })
        : call(api.createUsuario, { body: { ...cambios(), empresa: datos.empresa ?? Number.NaN, password } }),
    () => (usuario ? 'Usuario actualizado' : `Usuario ${datos.nombre.trim()} creado`),
    true,
  )
  /** An unchanged address needs no new confirmation. */
  function cambios() {
    const { correo, ...resto } = datos
    return hayCorreo && correo.trim() !== previo ? { ...resto, correo: correo.trim() || null } : resto
  }
  const campo = campoOf(save.error)
  const errorOf = (cual: string) => (campo === cual ? save.error?.message : undefined)
  const put = (cambio: Partial<typeof datos>) => {
    setDatos({ ...datos, ...cambio })
    save.reset()
  }
  const texto = (cual: 'nombre' | 'username' | 'correo', etiqueta: string, max: number, ayuda?: string) => (
    <TextField
      label={etiqueta}
      value={datos[cual]}
      autoFocus={cual === 'nombre'}
      onChange={(e) => put({ [cual]: e.target.value })}
      error={errorOf(cual) !== undefined}
      helperText={errorOf(cual) ?? ayuda}
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
      impedido={
        datos.empresa === undefined ||
        !datos.nombre.trim() ||
        !datos.username.trim() ||
        (!usuario && !password)
      }
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
          error={errorOf('password')}
          ayuda="Al menos 10 caracteres."
        />
      )}
      {deTodas && !deSso && !deTercero && (
        <CampoEmpresa
          empresas={empresas}
          elegida={datos.empresa}
          onChoose={(id) => put({ empresa: id })}
          error={errorOf('empresa') !== undefined}
          helperText={errorOf('empresa')}
        />
      )}
      <TextField
        select
        label="Permisos"
        value={datos.rol ?? 'tercero'}
        disabled={propio || deSso || deTercero}
        onChange={(e) => put({ rol: e.target.value as RolPropio })}
        error={errorOf('rol') !== undefined}
        helperText={
          errorOf('rol') ??
          (deSso
            ? 'Los permisos y la empresa los dan sus grupos del proveedor.'
            : AYUDA_ROL[datos.rol ?? 'tercero'])
        }
      >
        {(deTercero ? (['tercero'] as const) : ROLES.filter((r) => deTodas || r !== 'admin')).map((r) => (
          <MenuItem key={r} value={r}>
            {ROL[r]}
          </MenuItem>
        ))}
      </TextField>
      {hayCorreo &&
        texto(
          'correo',
          'Correo',
          254,
          usuario?.correo_pendiente
            ? 'Falta que abra el enlace que se le ha enviado.'
            : 'Opcional. Se le envía un enlace para confirmarla.',
        )}
    </DialogoForma>
  )
}
