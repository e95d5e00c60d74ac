/** A lithium coin cell under load: percent left, and voltage in mV. Source: Nordic Semiconductor. */
const SURVIVAL_CURVE: readonly (readonly [pct: number, mv: number])[] = [
  [0, 2100],
  [6, 2440],
  [18, 2740],
  [42, 2900],
  [100, 3000],
]

/** Voltage in mV of a coin cell with this percentage left. */
export function milivoltios(pct: number): number {
  for (let i = 1; i < SURVIVAL_CURVE.length; i++) {
    const [desde, mvDesde] = SURVIVAL_CURVE[i - 1] as [number, number]
    const [hasta, mvHasta] = SURVIVAL_CURVE[i] as [number, number]
    if (pct <= hasta)
      return Math.round(mvDesde + ((Math.max(0, pct) - desde) / (hasta - desde)) * (mvHasta - mvDesde))
  }
  return 3000
}
