import type { Usuario } from '#contract/usuarios'
import { useCambio } from '../../administracion/use-cambio'
import { call } from '../../lib/api'
import { api } from '../../lib/llamadas'
import { Confirmar } from '../../ui/confirmar'
import type { Accion } from './columnas'
import { FormularioUsuario } from './formulario-usuario'
import { Restablecimiento } from './restablecimiento'

type Props = { accion: Exclude<Accion, 'activar'>; usuario: Usuario; onCerrar: () => void }

/** The dialog of what somebody chose to do with an account. */
export function DialogosUsuario({ accion, usuario, onCerrar }: Props) {
  if (accion === 'editar') return <FormularioUsuario usuario={usuario} onCerrar={onCerrar} />
  if (accion === 'restablecer') return <Restablecimiento usuario={usuario} onCerrar={onCerrar} />
  return <Confirmacion accion={accion} usuario={usuario} onCerrar={onCerrar} />
}

const TEXTOS = {
  desactivar: {
    titulo: 'Desactivar cuenta',
    texto: (n: string) => `${n} no podrá entrar y se cerrarán sus sesiones. Puedes volver a activarla.`,
    accion: 'Desactivar',
    hecho: (n: string) => `Cuenta de ${n} desactivada`,
  },
  factor: {
    titulo: 'Quitar segundo factor',
    texto: (n: string) =>
      `${n} entrará solo con su contraseña y se cerrarán sus sesiones. Hazlo si ha perdido el teléfono y sus códigos.`,
    accion: 'Quitar',
    hecho: (n: string) => `Segundo factor de ${n} quitado`,
  },
  eliminar: {
    titulo: 'Eliminar usuario',
    texto: (n: string) =>
      `¿Seguro que quieres eliminar a ${n}? Se cerrarán sus sesiones y no se podrá deshacer. Lo que hizo queda en la auditoría.`,
    accion: 'Eliminar',
    hecho: (n: string) => `Usuario ${n} eliminado`,
  },
}

function Confirmacion({
  accion,
  usuario,
  onCerrar,
}: Omit<Props, 'accion'> & { accion: keyof typeof TEXTOS }) {
  const t = TEXTOS[accion]
  const nombre = `${usuario.nombre} (${usuario.username})`
  const params = { id: usuario.id }
  const work = useCambio<void, unknown>(
    () => {
      if (accion === 'eliminar') return call(api.removeUsuario, { params })
      const body = accion === 'desactivar' ? { activo: false } : { segundo_factor: false as const }
      return call(api.updateUsuario, { params, body })
    },
    () => t.hecho(usuario.nombre),
  )
  return (
    <Confirmar
      abierto
      peligro
      titulo={t.titulo}
      texto={t.texto(nombre)}
      accion={t.accion}
      ocupado={work.isPending}
      onCancelar={onCerrar}
      onConfirmar={() => work.mutate(undefined, { onSettled: onCerrar })}
    />
  )
}
