/** Rows by what they have in common, each group in the order of the rows. */
export function groupBy<T, K>(filas: readonly T[], clave: (f: T) => K): Map<K, T[]> {
  const grupos = new Map<K, T[]>()
  for (const f of filas) {
    const grupo = grupos.get(clave(f))
    if (grupo) grupo.push(f)
    else grupos.set(clave(f), [f])
  }
  return grupos
}
