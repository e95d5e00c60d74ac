import Box from '@mui/material/Box'
import { useMemo } from 'react'
import type { Estancia } from '#contract/parque/estancias/estancias'
import { useInstalacion } from '../../lib/instalacion'
import { CapaMarcadores } from '../../ui/mapa/capa-marcadores'
import { Mapa } from '../../ui/mapa/mapa'
import { tono } from '../../ui/theme/tono'

const ZOOM = 14
const INICIO = { lat: 42.8467, lon: -2.6727 }
/** Number of stays whose trace is visible. */
const RASTRO = 12
const nada = () => {}

type Punto = { clave: string; lat: number; lon: number; edad: number }

/** The selected stay, and the trace that led to it. */
export function MapaRecorrido({ estancias }: { estancias: Estancia[] }) {
  const ajustes = useInstalacion()
  const puntos = estancias.slice(-RASTRO).flatMap((e, i, lista): Punto[] =>
    e.Lat === null || e.Lon === null
      ? []
      : [
          {
            clave: i === lista.length - 1 ? 'aqui' : e.desde,
            lat: e.Lat,
            lon: e.Lon,
            edad: lista.length - 1 - i,
          },
        ],
  )
  const { lat, lon } = puntos.at(-1) ?? INICIO
  const aqui = useMemo(() => ({ lat, lon, zoom: ZOOM }), [lat, lon])
  return (
    <Mapa
      inicial={aqui}
      inicio={aqui}
      destino={aqui}
      onVista={nada}
      estiloUrl={ajustes?.tileStyleUrl}
      etiqueta="Mapa del recorrido"
    >
      <CapaMarcadores
        decorativa
        marcadores={puntos}
        draw={({ edad }) => (
          <Box
            sx={{
              width: edad ? 12 : 24,
              height: edad ? 12 : 24,
              borderRadius: '50%',
              border: `2px solid ${tono('paper')}`,
              bgcolor: tono(edad ? 'gris' : 'brand'),
              opacity: 1 - edad / (RASTRO + 2),
              boxShadow: '0 1px 4px rgb(0 0 0 / 0.35)',
            }}
          />
        )}
      />
    </Mapa>
  )
}
