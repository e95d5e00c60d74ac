import BlockIcon from '@mui/icons-material/BlockOutlined'
import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlineOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import KeyIcon from '@mui/icons-material/KeyOutlined'
import PhonelinkEraseIcon from '@mui/icons-material/PhonelinkEraseOutlined'
import ShieldIcon from '@mui/icons-material/ShieldOutlined'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import type { Usuario } from '#contract/personas/usuarios/usuarios'
import { ROL } from '../../../dominio/administracion/roles'
import { UltimoAcceso } from '../../../dominio/administracion/ultimo-acceso'
import { MenuFila } from '../../../ui/menu-fila'
import { Retrato } from '../../../ui/retrato'
import type { Columna } from '../../../ui/tabla/tipos'
import { LETRA_MONO } from '../../../ui/theme/tokens'
import { tinte, tono } from '../../../ui/theme/tono'

export type Accion = 'editar' | 'restablecer' | 'activar' | 'desactivar' | 'factor' | 'eliminar'

type Partes = {
  nombreOf: (empresa: number) => string
  /** The account of the current user. */
  propio: string | undefined
  /** Whether the current user administers all companies, and so may edit other such administrators. */
  deTodas: boolean
  onAccion: (accion: Accion, u: Usuario) => void
}

const corte = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }

export function columnasUsuario({ nombreOf, propio, deTodas, onAccion }: Partes): Columna<Usuario>[] {
  return [
    {
      id: 'nombre',
      titulo: 'Nombre',
      fija: true,
      titular: true,
      ancho: 240,
      valor: (u) => u.nombre.toLocaleLowerCase('es'),
      celda: (u) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
          <Retrato nombre={u.nombre} foto={u.foto_perfil} tam={24} />
          <Box component="span" sx={{ ...corte, fontWeight: 550 }}>
            {u.nombre}
          </Box>
        </Box>
      ),
    },
    {
      id: 'username',
      titulo: 'Usuario',
      ancho: 200,
      valor: (u) => u.username.toLocaleLowerCase('es'),
      celda: (u) => <span style={{ fontFamily: LETRA_MONO, fontSize: 12 }}>{u.username}</span>,
    },
    {
      id: 'empresa',
      titulo: 'Empresa',
      valor: (u) => nombreOf(u.empresa),
      celda: (u) => nombreOf(u.empresa),
    },
    {
      id: 'rol',
      titulo: 'Permisos',
      ancho: 216,
      valor: (u) => ROL[u.rol],
      celda: (u) =>
        u.rol === 'admin' || u.rol === 'empresa' ? (
          <Chip
            size="small"
            icon={<ShieldIcon />}
            label={ROL[u.rol]}
            sx={{
              color: tono('brand'),
              bgcolor: tinte('brand'),
              '& .MuiChip-icon': { color: 'inherit', fontSize: 14 },
            }}
          />
        ) : (
          ROL[u.rol]
        ),
    },
    {
      id: 'activo',
      titulo: 'Estado',
      ancho: 120,
      valor: (u) => u.activo,
      celda: (u) =>
        u.activo ? 'Activo' : <span style={{ color: tono('rojo'), fontWeight: 550 }}>Desactivado</span>,
    },
    {
      id: 'segundo_factor',
      titulo: 'Segundo factor',
      ancho: 128,
      valor: (u) => u.segundo_factor,
      celda: (u) => (u.sso ? 'El del proveedor' : u.segundo_factor ? 'Activado' : '—'),
    },
    {
      id: 'ultimo_acceso',
      titulo: 'Último acceso',
      ancho: 144,
      valor: (u) => (u.ultimo_acceso ? Date.parse(u.ultimo_acceso) : null),
      celda: (u) => <UltimoAcceso iso={u.ultimo_acceso} />,
    },
    {
      id: 'acciones',
      titulo: 'Acciones',
      sinTitulo: true,
      fija: true,
      ancho: 56,
      celda: (u) => {
        const opcion = (accion: Accion, texto: string, Icono: typeof EditIcon, peligro = false) => ({
          texto,
          Icono,
          peligro,
          onClick: () => onAccion(accion, u),
        })
        if (u.is_admin && !deTodas) return null
        const ajeno = u.username !== propio
        return (
          <MenuFila
            de={u.nombre}
            opciones={[
              opcion('editar', 'Editar', EditIcon),
              ...(u.activo && !u.sso ? [opcion('restablecer', 'Restablecer contraseña', KeyIcon)] : []),
              ...(ajeno && u.segundo_factor
                ? [opcion('factor', 'Quitar segundo factor', PhonelinkEraseIcon)]
                : []),
              ...(ajeno && u.activo ? [opcion('desactivar', 'Desactivar', BlockIcon)] : []),
              ...(ajeno && !u.activo ? [opcion('activar', 'Activar', CheckCircleIcon)] : []),
              ...(ajeno ? [opcion('eliminar', 'Eliminar', DeleteIcon, true)] : []),
            ]}
          />
        )
      },
    },
  ]
}
