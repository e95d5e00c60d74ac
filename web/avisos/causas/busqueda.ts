import { CLASES_CAUSA } from '#contract/avisos/causas/values'
import { palabra, unaOf } from '../../lib/api/direccion'
import { defineLista, useLista } from '../../lib/lista'

export const TAMANOS = [10, 20, 50, 100, 200] as const

const LISTA = defineLista({
  read: (s) => ({
    estado: unaOf(['abiertas', 'acabadas'] as const, s.estado),
    clase: unaOf(CLASES_CAUSA, s.clase),
    buscar: palabra(s.buscar, 200),
  }),
  tamanos: TAMANOS,
  ordenes: ['desde'] as const,
  orden: 'desde',
})

/** Search params of `/causas`. */
export const useBusquedaCausas = () => useLista(LISTA)

export const SIN_FILTROS = { estado: undefined, clase: undefined, buscar: undefined, pagina: undefined }
