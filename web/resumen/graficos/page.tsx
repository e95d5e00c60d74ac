import { useInstalacion } from '../../lib/instalacion'
import { MarcoExterno } from '../../ui/marco-externo'
import { PanelPropio } from './panel-propio'

/** The dashboard: the external one if the settings name one, otherwise our own. */
export function GraficosPage() {
  const ajustes = useInstalacion()
  if (!ajustes) return null
  return ajustes.dashboardUrl ? (
    <MarcoExterno
      url={ajustes.dashboardUrl}
      titulo="Panel de gráficos"
      ayuda="El panel externo no responde. Comprueba que DASHBOARD_URL es correcta y que ese servicio permite mostrarse dentro de Retorna."
    />
  ) : (
    <PanelPropio />
  )
}
