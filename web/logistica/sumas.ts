import type { ColumnaLt, FilaLt } from '#contract/logistica'
import { UBICACIONES_LT } from '#contract/valores/logistica'
import { llano } from '../lib/llano'

/** Codes whose code or description holds the text, without regard to case and accents. */
export function findLt(filas: FilaLt[], texto: string | undefined): FilaLt[] {
  if (!texto) return filas
  const buscado = llano(texto)
  return filas.filter((f) => llano(`${f.codigo} ${f.descripcion}`).includes(buscado))
}

export type Sumas = Pick<FilaLt, 'total' | 'cuentas' | 'otras' | 'encontrados'>

/** The totals of some codes. */
export function sumLt(filas: FilaLt[]): Sumas {
  return {
    total: filas.reduce((n, f) => n + f.total, 0),
    cuentas: UBICACIONES_LT.map((_, i) => filas.reduce((n, f) => n + (f.cuentas[i] ?? 0), 0)),
    otras: filas.reduce((n, f) => n + f.otras, 0),
    encontrados: filas.reduce((n, f) => n + f.encontrados, 0),
  }
}

/** The number of a column, of a code or of the totals. */
export function numeroDe(columna: Exclude<ColumnaLt, 'codigo' | 'descripcion'>, f: Sumas): number {
  if (columna === 'diferencia') return f.encontrados - f.total
  if (columna === 'total' || columna === 'otras' || columna === 'encontrados') return f[columna]
  return f.cuentas[UBICACIONES_LT.indexOf(columna)] ?? 0
}
