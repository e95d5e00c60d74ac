/** Words in Spanish order, numbers as such. Made once: `localeCompare` makes one for every two words, which takes forty times as long. */
export const { compare: compareWords } = new Intl.Collator('es', { numeric: true, sensitivity: 'base' })

type Valor = string | number | null

/** As the tables of the web sort what they hold: Spanish order, numbers as such, what is missing at the end. */
export function sortPor<T>(rows: T[], valor: (row: T) => Valor, sentido: 'asc' | 'desc'): T[] {
  const signo = sentido === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [x, y] = [valor(a), valor(b)]
    if (x === null || y === null) return Number(x === null) - Number(y === null)
    return (
      signo * (typeof x === 'number' && typeof y === 'number' ? x - y : compareWords(String(x), String(y)))
    )
  })
}
