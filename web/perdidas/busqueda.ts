import { ORDENES_PERDIDA, PELDANOS_CALLADOS } from '#contract/valores/dispositivos/perdidas'
import { palabra, unaOf } from '../lib/api/direccion'
import { defineLista, useLista } from '../lib/lista'

export const TAMANOS = [10, 20, 50, 100, 200] as const

const LISTA = defineLista({
  read: (s) => ({
    peldano: unaOf(PELDANOS_CALLADOS, s.peldano),
    familia: palabra(s.familia, 64),
    buscar: palabra(s.buscar, 200),
  }),
  tamanos: TAMANOS,
  filas: 50,
  ordenes: ORDENES_PERDIDA,
  orden: 'desde',
})

/** What the address of `/perdidas` says. */
export const useBusquedaPerdidas = () => useLista(LISTA)

export const SIN_FILTROS = {
  peldano: undefined,
  familia: undefined,
  buscar: undefined,
  pagina: undefined,
}
