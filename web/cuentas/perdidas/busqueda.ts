import { PORES_MERMA, QUES_MERMA } from '#contract/cuentas/perdidas/merma-values'
import { LLEVA_PERDIDA, ORDENES_PERDIDA, PELDANOS_CALLADOS } from '#contract/cuentas/perdidas/values'
import { entero, palabra, unaOf } from '../../lib/api/direccion'
import { defineLista, useLista } from '../../lib/lista'

export const TAMANOS = [10, 20, 50, 100, 200] as const

const LISTA = defineLista({
  read: (s) => ({
    peldano: unaOf(PELDANOS_CALLADOS, s.peldano),
    familia: palabra(s.familia, 64),
    buscar: palabra(s.buscar, 200),
    lugar: palabra(s.lugar, 200),
    lleva: unaOf(LLEVA_PERDIDA, s.lleva),
    vista: unaOf(['merma'] as const, s.vista),
    anio: entero(s.anio, 2000, 2200),
    por: unaOf(PORES_MERMA, s.por),
    /** The list behind a number of the table of losses, with the row of that number. */
    que: unaOf(QUES_MERMA, s.que),
    clave:
      typeof s.clave === 'string' || typeof s.clave === 'number' ? String(s.clave).slice(0, 64) : undefined,
  }),
  tamanos: TAMANOS,
  filas: 50,
  ordenes: ORDENES_PERDIDA,
  orden: 'desde',
})

/** Search params of `/perdidas`. */
export const useBusquedaPerdidas = () => useLista(LISTA)

export const SIN_FILTROS = {
  peldano: undefined,
  familia: undefined,
  buscar: undefined,
  lugar: undefined,
  lleva: undefined,
  pagina: undefined,
}
