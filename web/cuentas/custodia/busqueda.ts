import { COLUMNAS_SALDO } from '#contract/cuentas/custodia/values'
import { dia, entero, palabra, unaOf } from '../../lib/api/direccion'
import { defineLista, useLista } from '../../lib/lista'

export const TAMANOS = [10, 20, 50, 100, 200] as const
export const VISTAS = ['saldos', 'extracto', 'contenedores', 'diferencias', 'disputas', 'terceros'] as const
export type VistaCustodia = (typeof VISTAS)[number]

const LISTA = defineLista({
  read: (s) => ({
    vista: unaOf(VISTAS, s.vista),
    /** Id of the partner. */
    tercero: entero(s.tercero, 1, Number.MAX_SAFE_INTEGER),
    familia: palabra(s.familia, 64),
    buscar: palabra(s.buscar, 200),
    que: unaOf(['disputa'] as const, s.que),
    desde: dia(s.desde),
    hasta: dia(s.hasta),
  }),
  tamanos: TAMANOS,
  filas: 50,
  ordenes: COLUMNAS_SALDO,
  orden: 'tercero',
})

/** Search params of `/custodia`. */
export const useBusquedaCustodia = () => useLista(LISTA)
export type BusquedaCustodia = ReturnType<typeof useBusquedaCustodia>[0]
export type ChangeCustodia = ReturnType<typeof useBusquedaCustodia>[1]

/** Search params of one view, which the others do not use. */
export const DE_VISTA = {
  buscar: undefined,
  que: undefined,
  pagina: undefined,
  orden: undefined,
  sentido: undefined,
}
