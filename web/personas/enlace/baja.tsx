import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { EnlaceBoton } from '../../barra/enlaces'
import { PaginaMensaje } from '../../dominio/pagina-mensaje'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { Button } from '../../ui/button'

const DE_AVISOS = {
  pregunta: '¿Dejar de recibir avisos por correo?',
  texto: 'Retorna no te enviará más avisos por correo, ni resúmenes. Los seguirás viendo en la aplicación.',
  hecho: 'Ya no recibirás avisos por correo',
  despues:
    'Los sigues viendo en la aplicación. Si cambias de idea, elige en tu perfil cuáles quieres recibir.',
  boton: 'Dejar de recibirlos',
}

const DE_VISTA: typeof DE_AVISOS = {
  pregunta: '¿Dejar de recibir esta vista por correo?',
  texto: 'Retorna no te la enviará más. La vista sigue guardada en la aplicación.',
  hecho: 'Ya no recibirás esta vista por correo',
  despues: 'Sigue guardada en la aplicación: desde su pantalla puedes volver a pedirla.',
  boton: 'Dejar de recibirla',
}

/** Target of the unsubscribe link in mails. It needs no session. */
export function BajaPage() {
  const { t = '' } = useSearch({ from: '/sinBarra/baja' })
  const deVista = t.startsWith('v')
  const d = deVista ? DE_VISTA : DE_AVISOS
  const leave = useMutation({ mutationFn: () => call(api.leaveCorreo, { query: { t } }) })
  const alPerfil = (
    <EnlaceBoton to="/perfil" hash="avisos" variant="outlined">
      Elegir avisos
    </EnlaceBoton>
  )
  if (leave.data)
    return <PaginaMensaje titulo={d.hecho} texto={d.despues} accion={deVista ? undefined : alPerfil} />
  if (leave.error)
    return (
      <PaginaMensaje
        titulo="El enlace no funciona"
        texto={`${leave.error.message} También puedes dejar de recibir${deVista ? 'la desde su pantalla' : 'los desde tu perfil'}.`}
        accion={deVista ? undefined : alPerfil}
      />
    )
  return (
    <PaginaMensaje
      titulo={d.pregunta}
      texto={d.texto}
      accion={
        <Button variant="contained" loading={leave.isPending} disabled={!t} onClick={() => leave.mutate()}>
          {d.boton}
        </Button>
      }
    />
  )
}
