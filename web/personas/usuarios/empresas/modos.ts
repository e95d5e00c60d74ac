import type { Modo } from '#contract/personas/acceso/sesion'

/** What the users of a company see: labels for the form and for the list. */
export const MODOS: Record<Modo, { titulo: string; breve: string; ayuda: string }> = {
  completo: {
    titulo: 'Toda la aplicación',
    breve: 'Toda la aplicación',
    ayuda: 'Mapa, inventario, eventos, incidencias y gráficos.',
  },
  panel: {
    titulo: 'Solo el alta de dispositivos',
    breve: 'Solo el alta',
    ayuda: 'Cualquier otra pantalla lleva al alta de dispositivos.',
  },
  solo_panel: {
    titulo: 'Solo el alta, sin enlaces en la barra',
    breve: 'Solo el alta, sin enlaces',
    ayuda: 'Como la anterior, y la barra no muestra las demás pantallas.',
  },
}
