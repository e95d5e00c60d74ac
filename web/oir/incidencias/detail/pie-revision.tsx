import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import { useZona } from '../../../lib/time/zona'
import { tono } from '../../../ui/theme/tono'
import type { AccionesDetalle } from '../acciones'
import { NOMBRE_CAMPO } from './campos'
import { BotonRevisada, cierreOf, Interruptor } from './controles'

const Campo = styled('div')({ display: 'flex', alignItems: 'center', gap: 4, fontSize: 13, fontWeight: 550 })

type Props = Pick<AccionesDetalle, 'onReview' | 'onAskCierre'> & { i: Incidencia }

/** The review controls, always visible at the bottom of the panel. */
export function PieRevision({ i, onReview, onAskCierre }: Props) {
  const zona = useZona()
  return (
    <Box
      component="section"
      aria-label="Revisión"
      sx={{
        flex: 'none',
        px: 5,
        py: 3,
        pb: 'calc(12px + env(safe-area-inset-bottom))',
        borderTop: `1px solid ${tono('line')}`,
        boxShadow: i.revisado ? 'none' : `inset 0 2px 0 ${tono('amber')}`,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 20px' }}>
        {(['hubo_golpe_real', 'hubo_danio'] as const).map((campo) => (
          <Campo key={campo}>
            <Interruptor i={i} campo={campo} onReview={onReview} />
            <span aria-hidden>{NOMBRE_CAMPO[campo]}</span>
          </Campo>
        ))}
        <Box sx={{ ml: 'auto' }}>
          <BotonRevisada i={i} onClose={onAskCierre} />
        </Box>
      </Box>
      <Box sx={{ mt: 1, fontSize: 12, lineHeight: '16px', color: tono('muted') }}>
        {i.revisado
          ? `${cierreOf(i, zona)}.`
          : onReview
            ? 'Los interruptores se guardan al momento. Al cerrarla ya no se podrá modificar.'
            : 'Tu cuenta es solo de lectura.'}
      </Box>
    </Box>
  )
}
