import type { Map as MapaGl } from 'maplibre-gl'
import type { ReactNode } from 'react'
import { useAjustes } from '../lib/ajustes'
import { CapaMarcadores } from '../ui/mapa/capa-marcadores'
import { Mapa } from '../ui/mapa/mapa'
import { contiene, type Limites, type Vista } from '../ui/mapa/vista'
import type { Grupo } from './grupos'
import { Marcador } from './marcador'
import { INICIO } from './use-mirada'

type Props = {
  inicial: Vista
  destino: Vista | undefined
  limites: Limites
  alMirar: (vista: Vista, limites: Limites) => void
  onListo: (mapa: MapaGl) => void
  grupos: Grupo[]
  /** Key of the marker that is lit. */
  encendido: string | undefined
  onAbrir: (grupo: Grupo) => void
  onHover: (grupo: Grupo | null) => void
  avisos: ReactNode
}

export function MapaFlota({ limites, grupos, encendido, onAbrir, onHover, avisos, alMirar, ...mapa }: Props) {
  const ajustes = useAjustes()
  return (
    <Mapa
      {...mapa}
      onVista={alMirar}
      inicio={INICIO}
      estiloUrl={ajustes?.tileStyleUrl}
      etiqueta="Mapa de dispositivos. Flechas para moverlo, más y menos para acercar y alejar."
    >
      <CapaMarcadores
        marcadores={grupos}
        dibujar={(g) => (
          <Marcador
            grupo={g}
            encendido={g.clave === encendido}
            fuera={!contiene(limites, g.lat, g.lon)}
            onAbrir={onAbrir}
            onHover={onHover}
          />
        )}
      />
      {avisos}
    </Mapa>
  )
}
