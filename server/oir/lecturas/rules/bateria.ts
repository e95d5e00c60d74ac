/**
 * Charge left in a lithium coin cell (CR2032, CR2450, CR2477), by its voltage under load: pairs of mV and percent, linear in between.
 * Source: the curve of Nordic Semiconductor for such cells.
 */
const SURVIVAL_CURVE: readonly (readonly [mv: number, pct: number])[] = [
  [3000, 100],
  [2900, 42],
  [2740, 18],
  [2440, 6],
  [2100, 0],
]

/** Percent 0 to 100 by the mV of a coin cell; null: above 3.7 V, so it is another kind of battery. */
export function bateriaDeMv(mv: number): number | null {
  if (mv > 3700) return null
  if (mv >= 3000) return 100
  for (let i = 1; i < SURVIVAL_CURVE.length; i++) {
    const [mvHeight, height] = SURVIVAL_CURVE[i - 1] as [number, number]
    const [mvBajo, bajo] = SURVIVAL_CURVE[i] as [number, number]
    if (mv >= mvBajo) return bajo + ((mv - mvBajo) / (mvHeight - mvBajo)) * (height - bajo)
  }
  return 0
}

/** Alta 50 and more, Media 25 and more, Baja below; null: unknown. */
export function bandDeBateria(pct: number | null): 0 | 1 | 2 | null {
  if (pct === null) return null
  return pct >= 50 ? 2 : pct >= 25 ? 1 : 0
}
