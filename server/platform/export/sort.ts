const { compare } = new Intl.Collator('es', { numeric: true, sensitivity: 'base' })

type Valor = string | number | null

/** As the tables of the web sort what they hold: Spanish order, numbers as such, what is missing at the end. */
export function sortPor<T>(rows: T[], valor: (row: T) => Valor, sentido: 'asc' | 'desc'): T[] {
  const signo = sentido === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [x, y] = [valor(a), valor(b)]
    if (x === null || y === null) return Number(x === null) - Number(y === null)
    return signo * (typeof x === 'number' && typeof y === 'number' ? x - y : compare(String(x), String(y)))
  })
}
