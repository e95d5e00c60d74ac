import { ORDENES_VISIBLES, TIPOS } from '#contract/parque/dispositivos/values'
import { numero, palabra, unaOf } from '../../lib/api/direccion'
import { addCaben } from '../../lib/caben'
import { defineLista, useLista } from '../../lib/lista'

export const TAMANOS = addCaben([10, 25, 50, 100])

export type OrdenVisibles = (typeof ORDENES_VISIBLES)[number]

export const LISTA_VISIBLES = defineLista({
  read: (s) => ({
    buscar: palabra(s.buscar, 200),
    tipo: unaOf(TIPOS, s.tipo),
    lat: numero(s.lat, -85, 85),
    lon: numero(s.lon, -180, 180),
    zoom: numero(s.zoom, 0, 24),
    detalle: palabra(s.detalle, 64),
  }),
  tamanos: TAMANOS,
  ordenes: ORDENES_VISIBLES,
  orden: 'Apodo',
})

/** Search params of `/` and `/newMap`; `detalle` is the MAC of the device whose details are open. */
export const useBusquedaMapa = () => useLista(LISTA_VISIBLES)

export type BusquedaMapa = ReturnType<typeof useBusquedaMapa>[0]
export type ChangeBusqueda = ReturnType<typeof useBusquedaMapa>[1]
