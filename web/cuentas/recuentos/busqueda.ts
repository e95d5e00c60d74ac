import { FILTROS_ESTADO_RECUENTO } from '#contract/cuentas/recuentos/values'
import { palabra, unaOf } from '../../lib/api/direccion'
import { defineLista, useLista } from '../../lib/lista'

export const TAMANOS = [10, 20, 50, 100, 200] as const

const LISTA = defineLista({
  read: (s) => ({
    estado: unaOf(FILTROS_ESTADO_RECUENTO, s.estado),
    lugar: palabra(s.lugar, 200),
    familia: palabra(s.familia, 64),
    tercero: palabra(s.tercero, 120),
  }),
  tamanos: TAMANOS,
  filas: 50,
  ordenes: ['abierto'],
  orden: 'abierto',
})

/** Search params of `/recuentos`. */
export const useBusquedaRecuentos = () => useLista(LISTA)

export const SIN_FILTROS = {
  estado: undefined,
  lugar: undefined,
  familia: undefined,
  tercero: undefined,
  pagina: undefined,
}
