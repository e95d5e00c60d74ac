import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { ORDENES_VISIBLES, TIPOS, type TipoDispositivo } from '#contract/dispositivos'

export const TAMANOS = [25, 10, 50, 100] as const
const FILAS_INICIALES = 25

export type OrdenVisibles = (typeof ORDENES_VISIBLES)[number]

/** What the address of the map says; what is left out has its default. */
export type BusquedaMapa = {
  buscar?: string
  tipo?: TipoDispositivo
  pagina?: number
  filas?: number
  orden?: OrdenVisibles
  sentido?: 'desc'
  lat?: number
  lon?: number
  zoom?: number
  /** MAC whose details are open. */
  detalle?: string
}

const numero = (v: unknown, min: number, max: number) => {
  const n = typeof v === 'string' && v.trim() !== '' ? Number(v) : v
  return typeof n === 'number' && n >= min && n <= max ? n : undefined
}
const entero = (v: unknown, min: number, max: number) => {
  const n = numero(v, min, max)
  return n !== undefined && Number.isInteger(n) ? n : undefined
}
// Digits alone come out of the address as a number.
const palabra = (v: unknown, max: number) =>
  typeof v === 'string' || typeof v === 'number' ? String(v).slice(0, max) || undefined : undefined

/** Search params of `/` and `/newMap`; anything that does not fit is dropped. */
export function validarBusquedaMapa(s: Record<string, unknown>): BusquedaMapa {
  const pagina = entero(s.pagina, 2, 1_000_000)
  const filas = TAMANOS.find((t) => t === entero(s.filas, 1, 1000))
  const orden = ORDENES_VISIBLES.find((o) => o === s.orden)
  const entrada: BusquedaMapa = {
    buscar: palabra(s.buscar, 200),
    tipo: TIPOS.find((t) => t === s.tipo),
    pagina,
    filas: filas === FILAS_INICIALES ? undefined : filas,
    orden: orden === 'Apodo' ? undefined : orden,
    sentido: s.sentido === 'desc' ? 'desc' : undefined,
    lat: numero(s.lat, -85, 85),
    lon: numero(s.lon, -180, 180),
    zoom: numero(s.zoom, 0, 24),
    detalle: palabra(s.detalle, 64),
  }
  return Object.fromEntries(Object.entries(entrada).filter(([, v]) => v !== undefined))
}

export function useBusquedaMapa() {
  const cruda = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const busqueda = useMemo(() => {
    const b = validarBusquedaMapa(cruda)
    return {
      ...b,
      pagina: b.pagina ?? 1,
      filas: b.filas ?? FILAS_INICIALES,
      orden: b.orden ?? ('Apodo' as const),
      sentido: b.sentido ?? ('asc' as const),
    }
  }, [cruda])
  const cambiar = useCallback(
    (cambio: { [K in keyof BusquedaMapa]?: unknown }, replace = false) =>
      navigate({
        to: '.',
        search: ((previa: Record<string, unknown>) => validarBusquedaMapa({ ...previa, ...cambio })) as never,
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  return [busqueda, cambiar] as const
}

export type CambiarBusqueda = ReturnType<typeof useBusquedaMapa>[1]
