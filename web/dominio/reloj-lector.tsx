import type { Lector } from '#contract/parque/lectores/lectores'
import { QUE_HACER_RELOJ } from '#contract/parque/lectores/reloj-values'
import { tono } from '../ui/theme/tono'
import { desfase } from './desfase'

/** How far the clock of a reader is off, and what to do about it. */
export function RelojLector({ l: { desfase_s, reloj } }: { l: Pick<Lector, 'desfase_s' | 'reloj'> }) {
  if (desfase_s === null || reloj === null) return '—'
  const hacer = QUE_HACER_RELOJ[reloj]
  return (
    <span
      title={hacer ?? undefined}
      style={hacer === null ? undefined : { color: tono('amber'), fontWeight: 550 }}
    >
      {desfase(desfase_s)}
    </span>
  )
}
