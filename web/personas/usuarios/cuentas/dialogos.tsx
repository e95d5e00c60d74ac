import type { Usuario } from '#contract/personas/usuarios/usuarios'
import { useCambio } from '../../../dominio/administracion/use-cambio'
import { call } from '../../../lib/api/api'
import { api } from '../../../lib/api/llamadas'
import { Confirm } from '../../../ui/feedback/confirm'
import type { Accion } from './columnas'
import { FormularioUsuario } from './formulario-usuario'
import { Restablecimiento } from './restablecimiento'

type Props = { accion: Exclude<Accion, 'activar'>; usuario: Usuario; onClose: () => void }

/** The dialog of the chosen action on an account. */
export function DialogosUsuario({ accion, usuario, onClose }: Props) {
  if (accion === 'editar') return <FormularioUsuario usuario={usuario} onClose={onClose} />
  if (accion === 'restablecer') return <Restablecimiento usuario={usuario} onClose={onClose} />
  return <Confirmacion accion={accion} usuario={usuario} onClose={onClose} />
}

const TEXTOS = {
  desactivar: {
    titulo: 'Desactivar cuenta',
    texto: (n: string) => `${n} no podrá entrar y se cerrarán sus sesiones. Puedes volver a activarla.`,
    accion: 'Desactivar',
    done: (n: string) => `Cuenta de ${n} desactivada`,
  },
  factor: {
    titulo: 'Quitar segundo factor',
    texto: (n: string) =>
      `${n} entrará solo con su contraseña y se cerrarán sus sesiones. Hazlo si ha perdido el teléfono y sus códigos.`,
    accion: 'Quitar',
    done: (n: string) => `Segundo factor de ${n} quitado`,
  },
  eliminar: {
    titulo: 'Eliminar usuario',
    texto: (n: string) =>
      `¿Seguro que quieres eliminar a ${n}? Se cerrarán sus sesiones y no se podrá deshacer. Lo que hizo queda en la auditoría.`,
    accion: 'Eliminar',
    done: (n: string) => `Usuario ${n} eliminado`,
  },
}

function Confirmacion({ accion, usuario, onClose }: Omit<Props, 'accion'> & { accion: keyof typeof TEXTOS }) {
  const t = TEXTOS[accion]
  const nombre = `${usuario.nombre} (${usuario.username})`
  const params = { id: usuario.id }
  const work = useCambio<void, unknown>(
    () => {
      if (accion === 'eliminar') return call(api.removeUsuario, { params })
      const body = accion === 'desactivar' ? { activo: false } : { segundo_factor: false as const }
      return call(api.updateUsuario, { params, body })
    },
    () => t.done(usuario.nombre),
  )
  return (
    <Confirm
      abierto
      peligro
      titulo={t.titulo}
      texto={t.texto(nombre)}
      accion={t.accion}
      ocupado={work.isPending}
      onCancel={onClose}
      onConfirm={() => work.mutate(undefined, { onSettled: onClose })}
    />
  )
}
