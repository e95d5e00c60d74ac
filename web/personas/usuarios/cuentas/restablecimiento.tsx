import Typography from '@mui/material/Typography'
import type { Usuario } from '#contract/personas/usuarios/usuarios'
import { useCambio } from '../../../dominio/administracion/use-cambio'
import { call } from '../../../lib/api/api'
import { api } from '../../../lib/api/llamadas'
import { fechaHora } from '../../../lib/formato'
import { useZona } from '../../../lib/time/zona'
import { DialogoForma } from '../../../ui/feedback/dialogo-forma'
import { Secreto } from '../../../ui/secreto'

/** A code with which the user sets a new password, shown once. */
export function Restablecimiento({ usuario, onClose }: { usuario: Usuario; onClose: () => void }) {
  const zona = useZona()
  const create = useCambio(
    (id: number) => call(api.issueRestablecimiento, { params: { id } }),
    () => 'Código creado',
    true,
  )
  const hecho = create.data
  return (
    <DialogoForma
      titulo="Restablecer la contraseña"
      accion={hecho ? 'Lo he copiado' : 'Crear código'}
      ocupado={create.isPending}
      error={create.error?.message}
      final={hecho !== undefined}
      onAccept={() => (hecho ? onClose() : create.mutate(usuario.id))}
      onClose={onClose}
    >
      {hecho ? (
        <>
          <Typography variant="body2">
            Dáselo a {usuario.nombre}. No se vuelve a mostrar; vale una vez, hasta el{' '}
            {fechaHora(hecho.caduca, zona)}.
          </Typography>
          <Secreto nombre="Código" valor={hecho.codigo} />
          <Secreto nombre="Dirección" valor={`${location.origin}/login?restablecer=1`} />
        </>
      ) : (
        <Typography variant="body2">
          Se creará un código de un solo uso con el que {usuario.nombre} ({usuario.username}) pondrá una
          contraseña nueva. La actual sigue sirviendo hasta entonces.
        </Typography>
      )}
    </DialogoForma>
  )
}
