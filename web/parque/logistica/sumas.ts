import type { ColumnaLt, FilaLt } from '#contract/parque/logistica/logistica'
import { UBICACIONES_LT, type UbicacionLt } from '#contract/parque/logistica/values'
import type { Inciertas } from '#contract/parque/ubicaciones/lugar-values'
import { llano } from '../../lib/llano'

/**
 * Codes whose code or description contains the text, ignoring case and accents.
 * @param faltan only codes with a shortage
 */
export function findLt(filas: FilaLt[], texto: string | undefined, faltan = false): FilaLt[] {
  const buscado = llano(texto ?? '')
  return filas.filter(
    (f) =>
      (!buscado || llano(`${f.codigo} ${f.descripcion}`).includes(buscado)) &&
      (!faltan || f.encontrados < f.total),
  )
}

export type Sumas = Pick<FilaLt, 'total' | 'cuentas' | 'otras' | 'dudosas' | 'sin_senal' | 'encontrados'>

/** Places of a code: its columns, and all other locations. */
export type LugarLt = UbicacionLt | 'otras'

const LUGARES: readonly LugarLt[] = [...UBICACIONES_LT, 'otras']

/** How many containers at a place are uncertain. */
export function inciertasOf(lugar: LugarLt, f: Sumas): Inciertas {
  const i = LUGARES.indexOf(lugar)
  return { dudosas: f.dudosas[i] ?? 0, sinSenal: f.sin_senal[i] ?? 0 }
}

/** The totals of several codes. */
export function sumLt(filas: FilaLt[]): Sumas {
  return {
    total: filas.reduce((n, f) => n + f.total, 0),
    cuentas: UBICACIONES_LT.map((_, i) => filas.reduce((n, f) => n + (f.cuentas[i] ?? 0), 0)),
    otras: filas.reduce((n, f) => n + f.otras, 0),
    dudosas: LUGARES.map((_, i) => filas.reduce((n, f) => n + (f.dudosas[i] ?? 0), 0)),
    sin_senal: LUGARES.map((_, i) => filas.reduce((n, f) => n + (f.sin_senal[i] ?? 0), 0)),
    encontrados: filas.reduce((n, f) => n + f.encontrados, 0),
  }
}

/** The number of a column, for a code or for the totals. */
export function numeroOf(columna: Exclude<ColumnaLt, 'codigo' | 'descripcion'>, f: Sumas): number {
  if (columna === 'diferencia') return f.encontrados - f.total
  if (columna === 'total' || columna === 'otras' || columna === 'encontrados') return f[columna]
  return f.cuentas[UBICACIONES_LT.indexOf(columna)] ?? 0
}
