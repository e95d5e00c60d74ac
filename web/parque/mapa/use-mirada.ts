import { useCallback, useEffect, useRef, useState } from 'react'
import { casiIguales, type Limites, limitesDeVista, type Vista } from '../../ui/mapa/vista'
import type { BusquedaMapa, ChangeBusqueda } from './busqueda'
import { readReparto } from './panel/panel-dividido'

/** Start of the map without search params. */
export const INICIO: Vista = { lat: 42.8467, lon: -2.6727, zoom: 14 }

/** The map reports every step of a resize; queries wait until it stops. */
const REPOSO_MS = 120

/** Bounds that differ by less than this show the same devices. */
const TOLERANCIA_PX = 3

/** Expected width and height of the map beside the bars, before it is mounted. */
const medidaProbable = (): [number, number] =>
  innerWidth < 900 ? [innerWidth, innerHeight - 158] : [(innerWidth * readReparto()) / 100, innerHeight - 52]

const round = (v: Vista): Vista => ({
  lat: Number(v.lat.toFixed(5)),
  lon: Number(v.lon.toFixed(5)),
  zoom: Number(v.zoom.toFixed(2)),
})

const igual = (a: Vista, b: Vista) => a.lat === b.lat && a.lon === b.lon && a.zoom === b.zoom

/** The view of the map, synchronised with the address: moves replace the history entry, going back in history moves the map. */
export function useMirada(busqueda: Pick<BusquedaMapa, 'lat' | 'lon' | 'zoom'>, change: ChangeBusqueda) {
  const { lat = INICIO.lat, lon = INICIO.lon, zoom = INICIO.zoom } = busqueda
  const [inicial] = useState<Vista>({ lat, lon, zoom })
  const [destino, setDestino] = useState<Vista>()
  // The first query starts before the map engine has loaded, with the expected bounds.
  const [mirada, setMirada] = useState(() => ({
    zoom,
    limites: limitesDeVista(inicial, ...medidaProbable()),
  }))
  const escrita = useRef(inicial)
  const reloj = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const pedida = { lat, lon, zoom }
    if (igual(pedida, escrita.current)) return
    escrita.current = pedida
    setDestino(pedida)
  }, [lat, lon, zoom])

  const onLook = useCallback(
    (vista: Vista, limites: Limites) => {
      clearTimeout(reloj.current)
      reloj.current = setTimeout(() => {
        setMirada((previa) =>
          previa.zoom === vista.zoom && casiIguales(previa.limites, limites, TOLERANCIA_PX, vista.zoom)
            ? previa
            : { zoom: vista.zoom, limites },
        )
        const nueva = round(vista)
        if (igual(nueva, escrita.current)) return
        escrita.current = nueva
        void change({ ...nueva, pagina: undefined }, true)
      }, REPOSO_MS)
    },
    [change],
  )
  useEffect(() => () => clearTimeout(reloj.current), [])

  return { inicial, destino, ...mirada, alMirar: onLook }
}
