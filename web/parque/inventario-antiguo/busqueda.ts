import { useMemo } from 'react'
import { COLUMNAS_ANTIGUAS } from '#contract/parque/dispositivos/inventario-values'
import { TIPOS } from '#contract/parque/dispositivos/values'
import { palabra, sinVacios, unaOf } from '../../lib/api/direccion'
import { defineLista, useLista } from '../../lib/lista'

export const TAMANOS = [10, 20, 50, 100, 500, 1000] as const

const frase = (v: unknown) => palabra(typeof v === 'string' ? v.trim() : v, 200)

/** The filters in the address, in the spelling of the API; invalid values are dropped. */
const filtrosOf = (s: Record<string, unknown>) => ({
  name: frase(s.name),
  tipo: unaOf(TIPOS, s.tipo),
  location: frase(s.location),
  reader: frase(s.reader),
})

export type FiltrosAntiguos = Partial<ReturnType<typeof filtrosOf>>

const LISTA = defineLista({
  read: filtrosOf,
  tamanos: TAMANOS,
  filas: 10,
  ordenes: COLUMNAS_ANTIGUAS,
  orden: 'Name',
})

export const SIN_FILTROS = {
  name: undefined,
  tipo: undefined,
  location: undefined,
  reader: undefined,
  pagina: undefined,
}

/** Search params of `/inventory`. */
export function useBusquedaAntigua() {
  const [b, change] = useLista(LISTA)
  return [
    useMemo(() => ({ ...b, filtros: sinVacios(filtrosOf(b)) as FiltrosAntiguos }), [b]),
    change,
  ] as const
}

export type Busqueda = ReturnType<typeof useBusquedaAntigua>[0]
export type ChangeAntigua = ReturnType<typeof useBusquedaAntigua>[1]
