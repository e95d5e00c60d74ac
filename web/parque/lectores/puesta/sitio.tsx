import SensorsIcon from '@mui/icons-material/Sensors'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import type { Map as MapaGl } from 'maplibre-gl'
import { useRef, useState } from 'react'
import { parseGrados } from '#contract/values/numero'
import { useInstalacion } from '../../../lib/instalacion'
import { CapaMarcadores } from '../../../ui/mapa/capa-marcadores'
import { Mapa } from '../../../ui/mapa/mapa'
import type { Vista } from '../../../ui/mapa/vista'
import { tono } from '../../../ui/theme/tono'

export type Punto = { lat: string; lon: string }

/** Start of a map without a point: the town of the plant. */
const INICIO: Vista = { lat: 42.8467, lon: -2.6727, zoom: 12 }
const ZOOM_PUNTO = 17
const DECIMALES = 6

/** The point as numbers; undefined while it is invalid. */
export function puntoOf({ lat, lon }: Punto): { lat: number; lon: number } | undefined {
  const [a, b] = [parseGrados(lat), parseGrados(lon)]
  return a !== null && b !== null && Math.abs(a) <= 90 && Math.abs(b) <= 180 ? { lat: a, lon: b } : undefined
}

/** A point that is typed, or chosen by moving the map under its centre. */
export function Sitio({ punto, onChange }: { punto: Punto; onChange: (p: Punto) => void }) {
  const ajustes = useInstalacion()
  const mapa = useRef<MapaGl>(null)
  const dado = puntoOf(punto)
  const [inicio] = useState<Vista>(dado ? { ...dado, zoom: ZOOM_PUNTO } : INICIO)
  const take = () => {
    const centro = mapa.current?.getCenter()
    if (centro) onChange({ lat: centro.lat.toFixed(DECIMALES), lon: centro.lng.toFixed(DECIMALES) })
  }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box
        sx={{
          position: 'relative',
          height: 240,
          borderRadius: 2,
          overflow: 'hidden',
          border: `1px solid ${tono('line')}`,
        }}
      >
        <Mapa
          inicial={inicio}
          inicio={inicio}
          onVista={() => {}}
          onReady={(m) => {
            mapa.current = m
          }}
          estiloUrl={ajustes?.tileStyleUrl}
          etiqueta="Mapa para situar el lector"
        >
          {dado && (
            <CapaMarcadores
              decorativa
              marcadores={[{ clave: 'punto', ...dado }]}
              draw={() => <SensorsIcon sx={{ color: tono('violeta'), fontSize: 28 }} />}
            />
          )}
        </Mapa>
        {/* The target is the centre of the map, because a finger would cover it. */}
        <Box
          aria-hidden
          sx={{
            position: 'absolute',
            inset: 'calc(50% - 12px) auto auto calc(50% - 12px)',
            width: 24,
            height: 24,
            borderRadius: '50%',
            border: `2px solid ${tono('rojo')}`,
            pointerEvents: 'none',
          }}
        />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start' }}>
        <Button variant="outlined" onClick={take} sx={{ width: { xs: '100%', sm: 'auto' } }}>
          Poner en el centro del mapa
        </Button>
        <TextField
          label="Latitud"
          size="small"
          value={punto.lat}
          onChange={(e) => onChange({ ...punto, lat: e.target.value })}
          slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 20 } }}
          sx={{ flex: '1 1 120px' }}
        />
        <TextField
          label="Longitud"
          size="small"
          value={punto.lon}
          onChange={(e) => onChange({ ...punto, lon: e.target.value })}
          slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 20 } }}
          sx={{ flex: '1 1 120px' }}
        />
      </Box>
    </Box>
  )
}
