import { useEffect, useMemo, useState } from 'react'
import type { Rotulo } from './base-offline'
import { CapaMarcadores } from './capa-marcadores'
import { useMapa } from './contexto'

const MARGEN_PX = 40

const clases = (r: Rotulo) =>
  ['rotulo-mapa', (r.capital || r.hasta < 24) && 'rotulo-mapa-mayor', r.capital && 'rotulo-mapa-capital']
    .filter(Boolean)
    .join(' ')

/** Labels of the built-in map, as light text: it is used where no glyph server can be reached. */
export function Rotulos({ rotulos }: { rotulos: Rotulo[] }) {
  const mapa = useMapa()
  const [vista, setVista] = useState(0)

  useEffect(() => {
    const onStop = () => setVista((n) => n + 1)
    mapa.on('moveend', onStop)
    return () => {
      mapa.off('moveend', onStop)
    }
  }, [mapa])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `vista` counts the moves of the map, which holds the zoom.
  const visibles = useMemo(() => {
    const zoom = mapa.getZoom()
    const { clientWidth: ancho, clientHeight: alto } = mapa.getContainer()
    const ocupados: { x: number; y: number; medio: number }[] = []
    return rotulos
      .filter((r) => zoom >= r.desde && zoom < r.hasta)
      .sort((a, b) => a.desde - b.desde)
      .filter((r) => {
        const { x, y } = mapa.project([r.lon, r.lat])
        if (x < -MARGEN_PX || y < -MARGEN_PX || x > ancho + MARGEN_PX || y > alto + MARGEN_PX) return false
        const medio = r.nombre.length * 3.6 + 6
        const libre = ocupados.every((o) => Math.abs(o.y - y) > 20 || Math.abs(o.x - x) > o.medio + medio)
        if (libre) ocupados.push({ x, y, medio })
        return libre
      })
  }, [mapa, rotulos, vista])

  return (
    <CapaMarcadores
      marcadores={visibles}
      nivel={0}
      decorativa
      draw={(r) => <span className={clases(r)}>{r.nombre}</span>}
    />
  )
}
