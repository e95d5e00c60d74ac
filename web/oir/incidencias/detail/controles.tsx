import LockOpenOutlined from '@mui/icons-material/LockOpenOutlined'
import LockOutlined from '@mui/icons-material/LockOutlined'
import Button from '@mui/material/Button'
import Switch from '@mui/material/Switch'
import { styled } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import { SIN_MIRAR } from '#contract/oir/incidencias/values'
import { fechaHora } from '../../../lib/formato'
import { useZona } from '../../../lib/time/zona'
import { tinte, tono } from '../../../ui/theme/tono'
import { NOMBRE_CAMPO } from './campos'
import type { Review } from './use-revision'

/** Display name of the container: its nickname, or its MAC while it has none. */
export const apodoOf = (i: Pick<Incidencia, 'ApodoDispositivo' | 'Dispositivo'>) =>
  i.ApodoDispositivo ?? i.Dispositivo

/** Who closed it and when. */
export function cierreOf(i: Incidencia, zona: string): string {
  const quien = i.cerrada_por ? ` por ${i.cerrada_por}` : ''
  const cuando = fechaHora(i.cerrada, zona)
  return `Cerrada${quien}${cuando ? ` el ${cuando}` : ''}`
}

type PropsInterruptor = { i: Incidencia; campo: keyof typeof NOMBRE_CAMPO; onReview: Review | undefined }

const Tactil = styled('span')({
  display: 'inline-flex',
  verticalAlign: 'middle',
  // The switch is drawn 7 px inside its box.
  marginLeft: -7,
  '@media (pointer: coarse)': { padding: '10px 0', margin: '-10px 0 -10px -7px' },
})

const SinMirar = styled('span')({ alignSelf: 'center', fontSize: 12, color: tono('muted') })

/** Saves at once. Of one that was closed without a look it says so: the switch would read as a no. */
export function Interruptor({ i, campo, onReview }: PropsInterruptor) {
  return (
    <Tactil>
      <Switch
        checked={i[campo]}
        disabled={i.revisado || !onReview}
        onChange={(e) => onReview?.(i, { [campo]: e.target.checked, mirado: true })}
        slotProps={{ input: { 'aria-label': `${NOMBRE_CAMPO[campo]} de ${apodoOf(i)}` } }}
      />
      {i.revisado && !i.mirado && <SinMirar>{SIN_MIRAR}</SinMirar>}
    </Tactil>
  )
}

type PropsRevisada = { i: Incidencia; onClose: ((i: Incidencia) => void) | undefined }

/** Shows whether the incident is open; a click asks to close it. */
export function BotonRevisada({ i, onClose }: PropsRevisada) {
  const zona = useZona()
  if (i.revisado)
    return (
      <Tooltip title={cierreOf(i, zona)} describeChild>
        <span>
          <Button
            size="small"
            disabled
            startIcon={<LockOutlined />}
            aria-label={`Cerrada: ${apodoOf(i)}`}
            // Disabled, but its text must stay readable.
            sx={{ ...ANCHO, '&.Mui-disabled': { color: tono('muted') } }}
          >
            Cerrada
          </Button>
        </span>
      </Tooltip>
    )
  if (!onClose) return 'Abierta'
  return (
    <Button
      size="small"
      variant="outlined"
      color="warning"
      startIcon={<LockOpenOutlined />}
      aria-label={`Abierta: cerrar la incidencia de ${apodoOf(i)}`}
      aria-haspopup="dialog"
      title="Cerrar incidencia"
      onClick={() => onClose(i)}
      sx={{
        ...ANCHO,
        bgcolor: tinte('amber', 8),
        borderColor: `color-mix(in srgb, ${tono('amber')} 45%, ${tono('line')})`,
      }}
    >
      Abierta
    </Button>
  )
}

const ANCHO = { width: 100, px: 0, minHeight: 26, '@media (pointer: coarse)': { minHeight: 44, width: 108 } }
