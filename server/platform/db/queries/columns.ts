/**
 * Columns of a batch as PostgreSQL array literals, for `unnest`: the server reads them several times faster than the
 * same rows as JSON, and they are cheaper to write.
 */

/** For any numeric type; times go as Unix ms into float8 and through to_timestamp. */
export function numbers<T>(rows: readonly T[], f: (row: T) => number | null): string {
  let s = ''
  for (const row of rows) s += `,${f(row) ?? 'NULL'}`
  return `{${s.slice(1)}}`
}

const ESPECIALES = /["\\]/g

export function texts<T>(rows: readonly T[], f: (row: T) => string | null): string {
  let s = ''
  for (const row of rows) {
    const v = f(row)
    s += v === null ? ',NULL' : `,"${v.replace(ESPECIALES, '\\$&')}"`
  }
  return `{${s.slice(1)}}`
}

/** For jsonb[]. JSON.stringify of the JSON text gives exactly the quoting that an array literal needs. */
export function jsons<T>(rows: readonly T[], f: (row: T) => unknown): string {
  let s = ''
  for (const row of rows) s += `,${JSON.stringify(JSON.stringify(f(row)))}`
  return `{${s.slice(1)}}`
}
