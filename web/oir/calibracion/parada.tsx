import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import type { Paseo } from '#contract/oir/lecturas/calibracion'
import { PARADA_S } from '#contract/oir/lecturas/calibracion-values'
import { useSegundos } from '../../lib/time/segundos'
import { Button } from '../../ui/button'
import { tono } from '../../ui/theme/tono'
import { cuantos, reloj } from './textos'

const SIN_OIR_S = 20

type Props = {
  parada: Paseo['paradas'][number]
  /** When the answer arrived, in ms. */
  leido: number
  ocupado: boolean
  onEnd: (descartar: boolean) => void
}

/** A stop at a place: the remaining seconds, and the readers that hear the tag. */
export function ParadaAbierta({ parada, leido, ocupado, onEnd }: Props) {
  const pasados = parada.segundos + useSegundos(leido)
  const faltan = Math.max(0, PARADA_S - pasados)
  const mudo = parada.anuncios === 0 && pasados > SIN_OIR_S
  return (
    <>
      <Typography sx={{ fontSize: 14, color: tono('muted') }}>
        Recorre despacio, girando el dispositivo:
      </Typography>
      <Typography variant="h2" component="h3" sx={{ overflowWrap: 'anywhere' }}>
        {parada.nombre}
      </Typography>
      <Box
        role="timer"
        aria-label="Tiempo que falta"
        sx={{ fontSize: 56, lineHeight: '64px', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
      >
        {faltan > 0 ? reloj(Math.ceil(faltan)) : 'Listo'}
      </Box>
      <LinearProgress
        variant="determinate"
        value={Math.min(100, (pasados / PARADA_S) * 100)}
        aria-label={`Tiempo en ${parada.nombre}`}
        sx={{ height: 8, borderRadius: 4 }}
      />
      <Box sx={{ minHeight: 44, fontSize: 14, color: tono(mudo ? 'amber' : 'muted') }}>
        {mudo
          ? 'Ningún lector oye el dispositivo. Comprueba que está encendido y que es el que llevas.'
          : `${cuantos(parada.anuncios, 'anuncio', 'anuncios')} · ${cuantos(parada.lectores, 'lector lo oye', 'lectores lo oyen')}`}
      </Box>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, '& button': { minHeight: 48, flex: '1 1 140px' } }}
      >
        <Button
          variant={faltan > 0 ? 'outlined' : 'contained'}
          loading={ocupado}
          onClick={() => onEnd(false)}
        >
          {faltan > 0 ? 'Terminar ya aquí' : 'Siguiente lugar'}
        </Button>
        <Button color="inherit" disabled={ocupado} onClick={() => onEnd(true)}>
          Descartar lugar
        </Button>
      </Box>
    </>
  )
}
