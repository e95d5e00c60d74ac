import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { EnlaceBoton } from '../../barra/enlaces'
import { PaginaMensaje } from '../../dominio/pagina-mensaje'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { Button } from '../../ui/button'

/**
 * Target of the link in a mail that confirms an address. The user must click a button, because mail scanners open links but do not click.
 */
export function CorreoPage() {
  const { token = '' } = useSearch({ from: '/sinBarra/correo' })
  const confirmar = useMutation({ mutationFn: () => call(api.confirmCorreo, { body: { token } }) })
  if (confirmar.data)
    return (
      <PaginaMensaje
        titulo="Dirección confirmada"
        texto={`Recibirás los avisos de Retorna en ${confirmar.data.correo}.`}
        accion={
          <EnlaceBoton to="/perfil" hash="avisos" variant="contained">
            Elegir avisos
          </EnlaceBoton>
        }
      />
    )
  if (confirmar.error)
    return (
      <PaginaMensaje
        titulo="No se ha podido confirmar"
        texto={`${confirmar.error.message} Pide otro enlace desde tu perfil.`}
        accion={
          <EnlaceBoton to="/perfil" variant="contained">
            Ir al perfil
          </EnlaceBoton>
        }
      />
    )
  return (
    <PaginaMensaje
      titulo="Confirmar la dirección de correo"
      texto="Retorna enviará a esta dirección los avisos que elijas, y los enlaces para una contraseña nueva."
      accion={
        <Button
          variant="contained"
          loading={confirmar.isPending}
          disabled={!token}
          onClick={() => confirmar.mutate()}
        >
          Confirmar
        </Button>
      }
    />
  )
}
