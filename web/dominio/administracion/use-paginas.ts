import { useDireccion } from '../../lib/api/direccion'
import { FILAS_INICIALES, TAMANOS, validateBusquedaUsuarios } from './busqueda'

/** The current page in the address; the lists of all tabs use the same search params. */
export function usePaginas() {
  const [{ pagina, filas }, change] = useDireccion(validateBusquedaUsuarios)
  return {
    tamanos: TAMANOS,
    paginacion: {
      pagina: pagina ?? 1,
      filas: filas ?? FILAS_INICIALES,
      onPagina: (n: number) => void change({ pagina: n }),
      onFilas: (n: number) => void change({ filas: n, pagina: undefined }),
    },
  }
}
