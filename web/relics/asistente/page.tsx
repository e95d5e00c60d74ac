import { useInstalacion } from '../../lib/instalacion'
import { MarcoExterno } from '../../ui/marco-externo'
import { Conversacion } from './conversacion'

/** The assistant: the external one if the settings name one, otherwise our own, which searches the manuals. */
export function AsistentePage() {
  const ajustes = useInstalacion()
  if (!ajustes) return null
  return ajustes.chatbotUrl ? (
    <MarcoExterno
      url={ajustes.chatbotUrl}
      titulo="Asistente"
      ayuda="El asistente externo no responde. Comprueba que CHATBOT_URL es correcta y que ese servicio permite mostrarse dentro de Retorna."
    />
  ) : (
    <Conversacion />
  )
}
