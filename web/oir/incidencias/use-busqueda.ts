import { useMemo } from 'react'
import { useDireccion } from '../../lib/api/direccion'
import { useHoy } from '../../lib/time/hoy'
import { FILAS_INICIALES, validateBusquedaIncidencias } from './busqueda'
import { rangoInicial } from './list/rango'

/** The search params with their defaults, and a setter. */
export function useBusquedaIncidencias() {
  const [b, change] = useDireccion(validateBusquedaIncidencias)
  const hoy = useHoy()
  const busqueda = useMemo(() => {
    const inicial = rangoInicial(hoy)
    const orden = b.orden ?? ('Time' as const)
    return {
      ...b,
      desde: b.desde ?? inicial.desde,
      hasta: b.hasta ?? inicial.hasta,
      conFechas: Boolean(b.desde || b.hasta),
      pagina: b.pagina ?? 1,
      filas: b.filas ?? FILAS_INICIALES,
      orden,
      sentido: b.sentido ?? (orden === 'Time' ? ('desc' as const) : ('asc' as const)),
    }
  }, [b, hoy])
  return [busqueda, change] as const
}

export type Busqueda = ReturnType<typeof useBusquedaIncidencias>[0]
export type ChangeBusqueda = ReturnType<typeof useBusquedaIncidencias>[1]
