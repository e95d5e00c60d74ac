/** A stage over a period: mean stock N, arrivals per hour λ, mean stay W in hours, all by the same clock. */
export type Flujo = { media: number; llegadasHora: number; estanciaHoras: number }

/**
 * Little's law N = λW as a check of the data: readings that readers missed make both sides differ.
 * @returns the expected stock λW, and `diferencia` |N - λW| relative to the larger of both (0..1; 0 where both are 0)
 */
export function compareLittle({ media, llegadasHora, estanciaHoras }: Flujo): {
  esperado: number
  diferencia: number
} {
  const expectedPath = llegadasHora * estanciaHoras
  const mayor = Math.max(media, expectedPath)
  return { esperado: expectedPath, diferencia: mayor > 0 ? Math.abs(media - expectedPath) / mayor : 0 }
}
