import { CLASES_PILA, MOTIVOS_PILA, ORDENES_PILA } from '#contract/cuentas/pilas/values'
import { palabra, unaOf } from '../../lib/api/direccion'
import { defineLista, useLista } from '../../lib/lista'

export const TAMANOS = [10, 20, 50, 100, 200] as const

const LISTA = defineLista({
  read: (s) => ({
    vista: unaOf(['aprendido'] as const, s.vista),
    clase: unaOf(CLASES_PILA, s.clase),
    motivo: unaOf(MOTIVOS_PILA, s.motivo),
    familia: palabra(s.familia, 64),
    modelo: palabra(s.modelo, 64),
    buscar: palabra(s.buscar, 200),
  }),
  tamanos: TAMANOS,
  filas: 50,
  ordenes: ORDENES_PILA,
  orden: 'clase',
})

/** Search params of `/pilas`. */
export const useBusquedaPilas = () => useLista(LISTA)

export const SIN_FILTROS = {
  clase: undefined,
  motivo: undefined,
  familia: undefined,
  modelo: undefined,
  buscar: undefined,
  pagina: undefined,
}
