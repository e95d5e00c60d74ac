import { COLUMNAS_LT } from '#contract/parque/logistica/values'
import { palabra, unaOf } from '../../lib/api/direccion'
import { defineLista, useLista } from '../../lib/lista'

export const TAMANOS = [20, 50, 100, 500, -1] as const

const LISTA = defineLista({
  read: (s) => ({ buscar: palabra(s.buscar, 200), falta: unaOf(['si'] as const, s.falta) }),
  tamanos: TAMANOS,
  // The whole board, so that its columns can be compared.
  filas: -1,
  ordenes: COLUMNAS_LT,
  orden: 'codigo',
})

/** Search params of `/Logistics`. */
export const useBusquedaLogistica = () => useLista(LISTA)
