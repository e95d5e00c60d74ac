import { type Memoria, SEMANA_D, type SemanaPila } from './memory'

/** Fall of the reported voltage or charge over the last weeks, mV or percent per day, and its current value. Null: too few days. */
export type Caida = { mv: boolean; ahora: number; porDia: number }

/** Fewest days on each side of the comparison, and the allowed distance between their midpoints, in days. */
const MIN_DIAS_CAIDA = 3
const LEJOS_D = { desde: 10, hasta: 24 }

/** Compares the mean of the last seven days with that of a week before: single days are too noisy, a longer distance too slow. */
export function fallOf(m: Memoria): Caida | null {
  const [newest] = m.dias
  if (!newest) return null
  const mv = newest.mv !== null
  const days = m.dias.filter((d) => (d.mv !== null) === mv && newest.dia - d.dia < SEMANA_D)
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0)
  const ahora = sum(days.map((d) => (mv ? d.mv : d.pct) as number)) / days.length
  const middle = sum(days.map((d) => d.dia)) / days.length
  const middleOf = (w: SemanaPila) => w.semana * SEMANA_D + (SEMANA_D - 1) / 2
  const before = m.semanas.find(
    (w) =>
      w.mv === mv &&
      w.n >= MIN_DIAS_CAIDA &&
      middle - middleOf(w) >= LEJOS_D.desde &&
      middle - middleOf(w) <= LEJOS_D.hasta,
  )
  if (!before || days.length < MIN_DIAS_CAIDA) return null
  return { mv, ahora, porDia: (before.suma / before.n - ahora) / (middle - middleOf(before)) }
}
