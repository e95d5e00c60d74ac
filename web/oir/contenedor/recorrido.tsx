import PauseIcon from '@mui/icons-material/Pause'
import PlayArrowIcon from '@mui/icons-material/PlayArrow'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Slider from '@mui/material/Slider'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Estancia } from '#contract/parque/estancias/estancias'
import { Lugar } from '../../dominio/lugar'
import { fechaHora } from '../../lib/formato'
import { useZona } from '../../lib/time/zona'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { tono } from '../../ui/theme/tono'

const MapaRecorrido = lazy(() => import('./mapa-recorrido').then((m) => ({ default: m.MapaRecorrido })))
const PlanoRecorrido = lazy(() => import('./plano-recorrido').then((m) => ({ default: m.PlanoRecorrido })))
const CADA_MS = 900
/** As high as the map, so that a change between plan and map moves nothing below. */
const ALTO = 320
/** On a phone the plan has the full width and only the height that this needs. */
const ALTO_PLANO_ESTRECHO = 208

type Props = {
  /** Oldest first. */
  estancias: Estancia[]
  /** Index of the selected stay, from 1; absent: the last. */
  paso: number | undefined
  onPaso: (paso: number) => void
  /** Company of the floor plan. */
  empresa: number
  /** Shown on the floor plan, else on the map. */
  enPlano: boolean
  onEnPlano: (enPlano: boolean) => void
}

/** The stays of a container one after another, with a slider that plays them. */
export function Recorrido({ estancias, paso, onPaso, empresa, enPlano, onEnPlano }: Props) {
  const zona = useZona()
  const [anda, setAnda] = useState(false)
  const total = estancias.length
  const actual = Math.min(paso ?? total, total)

  useEffect(() => {
    if (!anda) return
    const reloj = setTimeout(() => {
      if (actual >= total) setAnda(false)
      else onPaso(actual + 1)
    }, CADA_MS)
    return () => clearTimeout(reloj)
  }, [anda, actual, total, onPaso])

  const e = estancias[actual - 1]
  if (!e) return <EstadoVacio texto="Sin recorrido en este periodo" ayuda="Elige otros días." />
  const donde = e.Lugar ?? 'Sin ubicación'
  return (
    <Box>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="Dónde se ve el recorrido"
        value={enPlano ? 'plano' : 'mapa'}
        onChange={(_, v) => v && onEnPlano(v === 'plano')}
        sx={{ mb: 3 }}
      >
        {(['mapa', 'plano'] as const).map((v) => (
          <ToggleButton key={v} value={v} sx={{ px: 3, minHeight: 36, textTransform: 'none' }}>
            {v === 'mapa' ? 'En el mapa' : 'En el plano'}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Box
        sx={{
          height: enPlano ? { xs: ALTO_PLANO_ESTRECHO, sm: ALTO } : ALTO,
          borderRadius: 2,
          overflow: 'hidden',
          border: `1px solid ${tono('line')}`,
          position: 'relative',
        }}
      >
        <Suspense fallback={<Box sx={{ height: '100%', bgcolor: tono('ground') }} />}>
          {enPlano ? (
            <PlanoRecorrido estancias={estancias.slice(0, actual)} empresa={empresa} />
          ) : (
            <MapaRecorrido estancias={estancias.slice(0, actual)} />
          )}
        </Suspense>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: 2 }}>
        <IconButton
          aria-label={anda ? 'Detener el recorrido' : 'Reproducir el recorrido'}
          disabled={total < 2}
          onClick={() => {
            if (!anda && actual >= total) onPaso(1)
            setAnda(!anda)
          }}
        >
          {anda ? <PauseIcon /> : <PlayArrowIcon />}
        </IconButton>
        <Slider
          size="small"
          min={1}
          max={Math.max(total, 2)}
          step={1}
          disabled={total < 2}
          value={actual}
          onChange={(_, v) => {
            setAnda(false)
            onPaso(v as number)
          }}
          getAriaValueText={() => `${donde}, ${fechaHora(e.desde, zona)}`}
          aria-label="Momento del recorrido"
          sx={{ flex: 1 }}
        />
      </Box>
      <Box role="status" sx={{ fontSize: 13, fontVariantNumeric: 'tabular-nums' }}>
        <b>
          <Lugar d={e} falta="Sin ubicación" />
        </b>{' '}
        · {e.ApodoLector} · {fechaHora(e.desde, zona)} · {actual} de {total}
      </Box>
    </Box>
  )
}
