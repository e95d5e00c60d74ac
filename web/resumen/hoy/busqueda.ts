import { PAPELES } from '#contract/resumen/hoy/papeles-values'
import { entero, palabra, sinVacios, unaOf } from '../../lib/api/direccion'

/** Search params of Hoy. */
export const validateBusquedaHoy = (s: Record<string, unknown>) =>
  sinVacios({
    papel: unaOf(PAPELES, s.papel),
    /** Shows lines that were put away, too. */
    hechas: unaOf(['si'] as const, s.hechas),
  })

const instante = (v: unknown) =>
  typeof v === 'string' && !Number.isNaN(Date.parse(v)) ? new Date(v).toISOString() : undefined

export const FILAS_INICIALES = 50
export const TAMANOS = [20, 50, 100, 200] as const

/** Search params of a figure's list: period and filters. */
export const validateBusquedaCifra = (s: Record<string, unknown>) => {
  const filas = unaOf(TAMANOS, s.filas)
  return sinVacios({
    desde: instante(s.desde),
    hasta: instante(s.hasta),
    lugar: palabra(s.lugar, 200),
    segunda: palabra(s.segunda, 200),
    pagina: entero(s.pagina, 2, 1_000_000),
    filas: filas === FILAS_INICIALES ? undefined : filas,
  })
}
