import { esEmpresaDePanel } from '../marco/guardia'

export type Visibilidad = {
  /** Mapa, Inventario, Eventos, Incidencias, Gráficos. */
  principales: boolean
  datosAntiguos: boolean
  /** Bottom bar and sheet of narrow screens. */
  compacto: boolean
  manuales: boolean
}

/** What the bar shows to a company; undefined is somebody without a session. */
export function visibilidad(empresa: number | undefined): Visibilidad {
  if (empresa === undefined)
    return { principales: false, datosAntiguos: false, compacto: false, manuales: false }
  const completo = !esEmpresaDePanel(empresa)
  return { principales: empresa !== 4, datosAntiguos: completo, compacto: completo, manuales: completo }
}
