import LinearProgress from '@mui/material/LinearProgress'
import { useQuery } from '@tanstack/react-query'
import type { Map as MapaGl } from 'maplibre-gl'
import { type ReactNode, useMemo } from 'react'
import { useInstalacion } from '../../../lib/instalacion'
import { CapaMarcadores } from '../../../ui/mapa/capa-marcadores'
import { Mapa } from '../../../ui/mapa/mapa'
import { contains, type Limites, type Vista } from '../../../ui/mapa/vista'
import { measureTexto } from '../measure'
import { plantaQuery } from '../queries'
import { INICIO } from '../use-mirada'
import type { Grupo } from './grupos'
import { Marcador } from './marcador'
import { type Colocacion, place } from './place'

type Props = {
  inicial: Vista
  destino: Vista | undefined
  limites: Limites
  zoom: number
  onLook: (vista: Vista, limites: Limites) => void
  onReady: (mapa: MapaGl) => void
  grupos: Grupo[]
  /** Key of the highlighted marker. */
  encendido: string | undefined
  onOpen: (grupo: Grupo) => void
  onHover: (grupo: Grupo | null) => void
  avisos: ReactNode
  empresa: number | undefined
  /** The first query of the markers is pending. */
  cargando: boolean
}

const OCULTA: Colocacion = { lugar: null, pista: 0, abajo: false }

export function MapaFlota(p: Props) {
  const { limites, zoom, grupos, encendido, onOpen, onHover, avisos, cargando, onLook, empresa, ...mapa } = p
  const { data: plano } = useQuery(plantaQuery(empresa))
  const ajustes = useInstalacion()
  const colocaciones = useMemo(() => place(grupos, limites, zoom, measureTexto), [grupos, limites, zoom])
  return (
    <Mapa
      {...mapa}
      onVista={onLook}
      plano={plano}
      inicio={INICIO}
      estiloUrl={ajustes?.tileStyleUrl}
      etiqueta="Mapa de dispositivos. Flechas para moverlo, más y menos para acercar y alejar."
    >
      <CapaMarcadores
        marcadores={grupos}
        draw={(g) => (
          <Marcador
            {...(colocaciones.get(g.clave) ?? OCULTA)}
            grupo={g}
            zoom={zoom}
            encendido={g.clave === encendido}
            fuera={!contains(limites, g.lat, g.lon)}
            onOpen={onOpen}
            onHover={onHover}
          />
        )}
      />
      {cargando && (
        <LinearProgress
          aria-label="Cargando dispositivos"
          sx={{ position: 'absolute', inset: '0 0 auto', height: 2, zIndex: 3 }}
        />
      )}
      {avisos}
    </Mapa>
  )
}
