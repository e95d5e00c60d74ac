import { useMatches } from '@tanstack/react-router'
import { VolverAlInicio } from '../marco/volver-al-inicio'
import { PaginaMensaje } from '../ui/pagina-mensaje'

/** A screen of the product that this installation does not have yet. */
export function PendientePage() {
  const titulo = useMatches({ select: (rutas) => rutas.at(-1)?.staticData.titulo })
  return (
    <PaginaMensaje
      titulo={titulo ?? 'Retorna'}
      texto="Esta pantalla todavía no está disponible en esta instalación."
      accion={<VolverAlInicio />}
    />
  )
}
