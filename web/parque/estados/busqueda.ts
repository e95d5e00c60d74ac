import { COLUMNAS_ESTADO } from '#contract/parque/ubicaciones/values'
import { palabra } from '../../lib/api/direccion'
import { defineLista, useLista } from '../../lib/lista'

export const TAMANOS = [10, 20, 50, 100, 500, 1000, -1] as const

const LISTA = defineLista({
  read: (s) => ({ familia: palabra(s.familia, 64), ubicacion: palabra(s.ubicacion, 200) }),
  tamanos: TAMANOS,
  filas: 10,
  ordenes: COLUMNAS_ESTADO,
  orden: 'ubicacion',
})

/** Search params of `/status`; `ubicacion` is a name, or `Sin ubicación`. */
export const useBusquedaEstados = () => useLista(LISTA)

export const SIN_FILTROS = { familia: undefined, ubicacion: undefined, pagina: undefined }

export type Busqueda = ReturnType<typeof useBusquedaEstados>[0]
export type ChangeEstados = ReturnType<typeof useBusquedaEstados>[1]
