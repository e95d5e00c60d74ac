/** Group rows by a key; each group keeps the order of the rows. */
export function groupBy<T, K>(rows: readonly T[], clave: (f: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const f of rows) {
    const group = groups.get(clave(f))
    if (group) group.push(f)
    else groups.set(clave(f), [f])
  }
  return groups
}
