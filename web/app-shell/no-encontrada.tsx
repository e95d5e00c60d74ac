import { useLocation } from '@tanstack/react-router'
import { PaginaMensaje } from '../dominio/pagina-mensaje'
import { BackToInicio } from './back-to-inicio'

export function NoEncontradaPage() {
  const ruta = useLocation({ select: (l) => l.pathname })
  return (
    <PaginaMensaje
      titulo="Página no encontrada"
      texto="La dirección no corresponde a ninguna pantalla. Puede estar mal escrita o haber cambiado."
      dato={ruta}
      accion={<BackToInicio />}
    />
  )
}
