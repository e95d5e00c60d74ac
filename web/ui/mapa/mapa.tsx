import { useColorScheme } from '@mui/material/styles'
import type { Map as MapaGl } from 'maplibre-gl'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { AvisoBase } from './aviso-base'
import { ContextoMapa, ContextoSuperficie, type Superficie } from './contexto'
import { Controles } from './controles'
import { Lienzo } from './lienzo'
import type { PlanoBase } from './plano-base'
import { Rotulos } from './rotulos'
import { superficiePrevia } from './superficie-previa'
import { useBase } from './use-base'
import type { Limites, Vista } from './vista'

type Props = {
  /** Initial view of the map. */
  inicial: Vista
  /** View to move to: a new object moves the map again. */
  destino?: Vista
  onVista: (vista: Vista, limites: Limites) => void
  /** Style of the tile service; null: the built-in base map; undefined: not known yet. */
  estiloUrl: string | null | undefined
  etiqueta: string
  /** The plant, drawn where there are no tiles; must be the same object as long as nothing changed. */
  plano?: PlanoBase
  onReady?: (mapa: MapaGl) => void
  /** View of the home button, next to the zoom buttons. */
  inicio?: Vista
  /** Layers of markers, and what floats over the map. */
  children?: ReactNode
}

const mirada = (mapa: MapaGl): [Vista, Limites] => {
  const { lat, lng } = mapa.getCenter()
  const b = mapa.getBounds()
  return [
    { lat, lon: lng, zoom: mapa.getZoom() },
    {
      minlat: Math.max(-90, b.getSouth()),
      minlon: Math.max(-180, b.getWest()),
      maxlat: Math.min(90, b.getNorth()),
      maxlon: Math.min(180, b.getEast()),
    },
  ]
}

/** A map that renders at once: markers do not wait for tiles, and without a tile service it draws its own base map. */
export function Mapa({
  inicial,
  destino,
  onVista,
  estiloUrl,
  etiqueta,
  plano,
  onReady,
  inicio,
  children,
}: Props) {
  const caja = useRef<HTMLDivElement>(null)
  const cajaPrevia = useRef<HTMLDivElement>(null)
  const [previa, setPrevia] = useState<Superficie | null>(null)
  const [mapa, setMapa] = useState<MapaGl | null>(null)
  const [sinWebgl, setSinWebgl] = useState(false)
  const avisos = useRef({ onVista, onListo: onReady })
  avisos.current = { onVista, onListo: onReady }
  const primera = useRef(inicial)
  const { mode, systemMode } = useColorScheme()
  const oscuro = (mode === 'system' ? systemMode : mode) === 'dark'
  const { offline, rotulos } = useBase(mapa, estiloUrl, oscuro, plano)

  useLayoutEffect(() => {
    if (cajaPrevia.current) setPrevia(superficiePrevia(cajaPrevia.current, primera.current))
  }, [])

  useEffect(() => {
    let vivo = true
    let creado: MapaGl | undefined
    import('./motor')
      .then(({ createMapa }) => {
        if (!vivo || !caja.current) return
        const nuevo = createMapa(caja.current, primera.current)
        creado = nuevo
        nuevo.on('moveend', () => avisos.current.onVista(...mirada(nuevo)))
        nuevo.on('resize', () => avisos.current.onVista(...mirada(nuevo)))
        setMapa(nuevo)
        avisos.current.onListo?.(nuevo)
        avisos.current.onVista(...mirada(nuevo))
      })
      .catch(() => vivo && setSinWebgl(true))
    return () => {
      vivo = false
      creado?.remove()
      setMapa(null)
    }
  }, [])

  useEffect(() => {
    if (mapa && destino) mapa.jumpTo({ center: [destino.lon, destino.lat], zoom: destino.zoom })
  }, [mapa, destino])

  useEffect(() => {
    mapa?.getCanvas().setAttribute('aria-label', etiqueta)
  }, [mapa, etiqueta])

  return (
    <Lienzo oscurecer={oscuro && !offline}>
      <div ref={caja} className="mapa-caja" />
      {sinWebgl && (
        <p className="mapa-fallo">
          Este navegador no puede dibujar el mapa (WebGL no disponible). La lista funciona igual.
        </p>
      )}
      <div ref={cajaPrevia} className="mapa-previa" />
      {(mapa ?? previa) && <ContextoSuperficie value={mapa ?? previa}>{children}</ContextoSuperficie>}
      {mapa && (
        <ContextoMapa value={mapa}>
          <ContextoSuperficie value={mapa}>
            <Rotulos rotulos={rotulos} />
          </ContextoSuperficie>
          <Controles inicio={inicio} />
        </ContextoMapa>
      )}
      <AvisoBase visible={offline && Boolean(mapa)} />
    </Lienzo>
  )
}
