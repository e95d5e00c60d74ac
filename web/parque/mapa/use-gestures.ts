import { useQueryClient } from '@tanstack/react-query'
import type { Map as MapaGl } from 'maplibre-gl'
import { type RefObject, useCallback } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { type Change, useEncima } from '../../lib/api/direccion'
import { useAviso } from '../../ui/feedback/aviso'
import type { Limites } from '../../ui/mapa/vista'
import type { BusquedaMapa } from './busqueda'
import { exploreGrupo, limitesDeFlota } from './explore'
import type { Grupo } from './markers/grupos'
import type { Filtros } from './queries'

/** Zoom at which a single device is shown. */
const ZOOM_DISPOSITIVO = 17
const DURACION_MS = 150
/** Padding around fitted bounds, in CSS pixels; notices cover the top. */
const MARGEN_ENCAJE = { top: 104, bottom: 56, left: 56, right: 64 }
type Screen = { mapa: RefObject<MapaGl | null>; filtros: Filtros; change: Change<BusquedaMapa> }

/** Callbacks of the screen; their identity must be stable. */
type To = {
  onChosen: (mac: string) => void
  onOpen: (d: Dispositivo) => void
  /** Devices of one point, which no zoom separates. */
  onPunto: (limites: Limites | null) => void
  /** Brings the map into view. */
  onMapa: () => void
}

/** Actions of a click on a row, a marker or a button. */
export function useGestures({ mapa, filtros, change }: Screen, { onChosen, onOpen, onPunto, onMapa }: To) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const encima = useEncima(change, 'detalle')

  const fitTo = useCallback(
    (l: Limites | null) => {
      if (!l) return
      mapa.current?.fitBounds([l.minlon, l.minlat, l.maxlon, l.maxlat], {
        padding: MARGEN_ENCAJE,
        maxZoom: 19,
        duration: DURACION_MS,
      })
    },
    [mapa],
  )

  const open = useCallback(
    (d: Dispositivo) => {
      onOpen(d)
      encima.open(d.Dispositivo)
    },
    [encima, onOpen],
  )
  const center = useCallback(
    (d: { Dispositivo: string; Lat: number | null; Lon: number | null }) => {
      onChosen(d.Dispositivo)
      onMapa()
      if (d.Lat === null || d.Lon === null) return
      const m = mapa.current
      m?.easeTo({
        center: [d.Lon, d.Lat],
        zoom: Math.max(m.getZoom(), ZOOM_DISPOSITIVO),
        duration: DURACION_MS,
      })
    },
    [mapa, onMapa, onChosen],
  )
  const onFail = useCallback((causa: Error) => aviso.error(causa.message), [aviso])

  const seeTodos = () => void limitesDeFlota(cliente, filtros).then(fitTo, onFail)

  const openGrupo = useCallback(
    (g: Grupo) => {
      if (g.solo) {
        onChosen(g.solo.mac)
        encima.open(g.solo.mac)
        return
      }
      exploreGrupo(cliente, g, mapa.current?.getZoom() ?? 0, filtros).then((r) => {
        if (r.partido) fitTo(r.limites)
        else onPunto(r.limites)
      }, onFail)
    },
    [cliente, encima, filtros, fitTo, onFail, mapa, onPunto, onChosen],
  )

  return { open, closeDetalle: encima.close, center, seeTodos, openGrupo }
}
