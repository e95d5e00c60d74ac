import { useMemo } from 'react'
import type { Estado } from '#contract/parque/dispositivos/dispositivos'
import { ESTADOS } from '#contract/parque/dispositivos/values'
import { entero, palabra, sinVacios, unaOf, useDireccion } from '../../lib/api/direccion'
import { addCaben, CABEN, readFilas } from '../../lib/caben'

export const TAMANOS = addCaben([10, 20, 50, 100, 500, 1000])
const MAX_TEXTO = 200
const MAX_TIEMPO = 25

/** Search params of the events, in the spelling of the API; an absent one has its default. */
export type BusquedaEventos = {
  /** Part of the nickname or the MAC of the device. */
  search?: string
  apodoLector?: string
  /** As typed: the server validates it. */
  timestamp?: string
  estado?: Estado
  pagina?: number
  filas?: number
}

const frase = (v: unknown, max: number) => palabra(typeof v === 'string' ? v.trim() : v, max)

/** Search params of `/NewData`; invalid values are dropped. */
export function validateBusquedaEventos(s: Record<string, unknown>): BusquedaEventos {
  const filas = readFilas(TAMANOS, s.filas)
  return sinVacios({
    search: frase(s.search, MAX_TEXTO),
    apodoLector: frase(s.apodoLector, MAX_TEXTO),
    timestamp: frase(s.timestamp, MAX_TIEMPO),
    estado: unaOf(ESTADOS, s.estado),
    pagina: entero(s.pagina, 2, 1_000_000_000),
    filas: filas === CABEN ? undefined : filas,
  })
}

export const SIN_FILTROS = {
  search: undefined,
  apodoLector: undefined,
  timestamp: undefined,
  estado: undefined,
  pagina: undefined,
}

export function useBusquedaEventos() {
  const [b, change] = useDireccion(validateBusquedaEventos)
  const busqueda = useMemo(() => ({ ...b, pagina: b.pagina ?? 1, filas: b.filas ?? CABEN }), [b])
  return [busqueda, change] as const
}

export type ChangeEventos = ReturnType<typeof useBusquedaEventos>[1]
