/**
 * Columns of a batch as PostgreSQL array literals, for `unnest`: the server reads them several times faster than the
 * same rows as JSON, and they are cheaper to write.
 */

/** For any numeric type; times go as Unix ms into float8 and through to_timestamp. */
export function numeros<T>(filas: readonly T[], f: (fila: T) => number | null): string {
  let s = ''
  for (const fila of filas) s += `,${f(fila) ?? 'NULL'}`
  return `{${s.slice(1)}}`
}

const ESPECIALES = /["\\]/g

export function textos<T>(filas: readonly T[], f: (fila: T) => string | null): string {
  let s = ''
  for (const fila of filas) {
    const v = f(fila)
    s += v === null ? ',NULL' : `,"${v.replace(ESPECIALES, '\\$&')}"`
  }
  return `{${s.slice(1)}}`
}

/** For jsonb[]. JSON.stringify of the JSON text gives just the quoting that an array literal needs. */
export function jsons<T>(filas: readonly T[], f: (fila: T) => unknown): string {
  let s = ''
  for (const fila of filas) s += `,${JSON.stringify(JSON.stringify(f(fila)))}`
  return `{${s.slice(1)}}`
}
