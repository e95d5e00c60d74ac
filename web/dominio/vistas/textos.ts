import type { Cuando } from '#contract/resumen/vistas/values'
import type { Vista } from '#contract/resumen/vistas/vistas'

export const CUANDO: Record<Cuando, string> = {
  dia: 'Cada día',
  lunes: 'Cada lunes',
  mes: 'El día 1 de cada mes',
}

/** Text below the name of a view; undefined: none. */
export function formatVista(v: Vista): string | undefined {
  const partes = [
    v.mia ? v.compartida && 'Compartida con tu empresa' : `De ${v.de}`,
    v.envio && `Por correo: ${CUANDO[v.envio.cuando].toLocaleLowerCase('es')}, ${v.envio.hora}`,
  ]
  return partes.filter(Boolean).join(' · ') || undefined
}
