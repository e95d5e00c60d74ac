import type { Modo } from '#contract/personas/acceso/sesion'

export type Visibilidad = {
  /** Mapa, Inventario, Eventos, Incidencias, Gráficos. */
  principales: boolean
  hoy: boolean
  datosAntiguos: boolean
  /** Bottom bar and sheet of narrow screens. */
  compacto: boolean
  manuales: boolean
}

/** Entries of the bar by company mode; undefined: no session, or a user of a partner. */
export function visibilidad(modo: Modo | undefined): Visibilidad {
  if (modo === undefined)
    return { principales: false, hoy: false, datosAntiguos: false, compacto: false, manuales: false }
  const completo = modo === 'completo'
  return {
    principales: modo !== 'solo_panel',
    hoy: completo,
    datosAntiguos: completo,
    compacto: completo,
    manuales: completo,
  }
}
