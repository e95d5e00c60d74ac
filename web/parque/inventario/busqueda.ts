import { useMemo } from 'react'
import {
  COLUMNAS_POC,
  MAX_DIAS_FILTRO,
  MONTAJES,
  NIVELES_BATERIA,
  TIPOS_FILTRO,
} from '#contract/parque/dispositivos/inventario-values'
import { ESTADOS, POSIBLES_ESTADOS } from '#contract/parque/dispositivos/values'
import { CERTEZAS } from '#contract/parque/ubicaciones/lugar-values'
import { dia, entero, palabra, sinVacios, unaOf } from '../../lib/api/direccion'
import { defineLista, useLista } from '../../lib/lista'

export const TAMANOS = [10, 20, 50, 100] as const
export const ACTIVADOS = ['Activado', 'Desactivado'] as const

const frase = (v: unknown, max = 200) => palabra(typeof v === 'string' ? v.trim() : v, max)

/** Days as in the address. */
const enDias = (v: unknown) => {
  const dias = entero(v, 1, MAX_DIAS_FILTRO)
  return dias === undefined ? undefined : String(dias)
}

/** The filters in the address, in the spelling of the API; invalid values are dropped. */
const filtrosOf = (s: Record<string, unknown>) => ({
  apodo: frase(s.apodo),
  tipo: unaOf(TIPOS_FILTRO, s.tipo),
  activado: unaOf(ACTIVADOS, s.activado),
  posible_estado: unaOf(POSIBLES_ESTADOS, s.posible_estado),
  estado: unaOf(ESTADOS, s.estado),
  bateria: unaOf(NIVELES_BATERIA, s.bateria),
  fecha_desde: dia(s.fecha_desde),
  fecha_hasta: dia(s.fecha_hasta),
  familia: frase(s.familia, 64),
  ubicacion: frase(s.ubicacion),
  lector: frase(s.lector),
  visto_por: frase(s.visto_por),
  sin_actualizar: unaOf(['true'] as const, s.sin_actualizar),
  sin_ver_dias: enDias(s.sin_ver_dias),
  en_sitio_dias: enDias(s.en_sitio_dias),
  certeza: unaOf(CERTEZAS, s.certeza),
  montaje: unaOf(MONTAJES, s.montaje),
})

export type FiltrosInventario = Partial<ReturnType<typeof filtrosOf>>

const LISTA = defineLista({
  // `detalle` is the MAC whose details are open.
  read: (s) => ({ ...filtrosOf(s), detalle: palabra(s.detalle, 64) }),
  tamanos: TAMANOS,
  filas: 10,
  ordenes: COLUMNAS_POC,
  orden: 'Apodo',
})

/** All filters cleared, and back to the first page. */
export const SIN_FILTROS: Record<keyof FiltrosInventario | 'pagina', undefined> = {
  apodo: undefined,
  tipo: undefined,
  activado: undefined,
  posible_estado: undefined,
  estado: undefined,
  bateria: undefined,
  fecha_desde: undefined,
  fecha_hasta: undefined,
  familia: undefined,
  ubicacion: undefined,
  lector: undefined,
  visto_por: undefined,
  sin_actualizar: undefined,
  sin_ver_dias: undefined,
  en_sitio_dias: undefined,
  certeza: undefined,
  montaje: undefined,
  pagina: undefined,
}

/** Search params of `/poc-status`. */
export function useBusquedaInventario() {
  const [b, change] = useLista(LISTA)
  const busqueda = useMemo(() => ({ ...b, filtros: sinVacios(filtrosOf(b)) as FiltrosInventario }), [b])
  return [busqueda, change] as const
}

export type Busqueda = ReturnType<typeof useBusquedaInventario>[0]
export type ChangeInventario = ReturnType<typeof useBusquedaInventario>[1]
