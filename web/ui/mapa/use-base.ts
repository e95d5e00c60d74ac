import type { Map as MapaGl } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { CLARO, OSCURO } from '../theme/tokens'
import type { Rotulo } from './base-offline'
import { askEstilo, watchTeselas } from './estilo'
import { addPlano, type PlanoBase } from './plano-base'

const SIN_ROTULOS: Rotulo[] = []
const SIN_PLANO: PlanoBase = { zonas: [], imagen: null }

/**
 * Set the base of a map: the style at `url`, or the built-in one if `url` is null or does not load. `undefined` means that the address is
 * not known yet. The built-in one shows the plant too. Returns whether the built-in one is shown, and the labels that must be drawn for it.
 */
export function useBase(
  mapa: MapaGl | null,
  url: string | null | undefined,
  oscuro: boolean,
  plano: PlanoBase = SIN_PLANO,
) {
  const [fallo, setFallo] = useState(false)
  const [rotulos, setRotulos] = useState(SIN_ROTULOS)
  const offline = fallo || url === null

  useEffect(() => {
    if (!mapa || !url || fallo) return
    const corte = new AbortController()
    let stop = () => {}
    askEstilo(url, corte.signal).then(
      (estilo) => {
        if (corte.signal.aborted) return
        stop = watchTeselas(mapa, () => setFallo(true))
        mapa.setStyle(estilo, { diff: false })
      },
      () => {
        if (!corte.signal.aborted) setFallo(true)
      },
    )
    return () => {
      corte.abort()
      stop()
    }
  }, [mapa, url, fallo])

  useEffect(() => {
    if (!mapa || !offline) return
    let vigente = true
    import('./base-offline').then(({ estiloOffline, ROTULOS }) => {
      if (!vigente) return
      const tonos = oscuro ? OSCURO : CLARO
      mapa.setStyle(addPlano(estiloOffline(tonos, oscuro), plano, tonos), { diff: false })
      setRotulos(ROTULOS)
    })
    return () => {
      vigente = false
    }
  }, [mapa, offline, oscuro, plano])

  return { offline, rotulos: offline ? rotulos : SIN_ROTULOS }
}
