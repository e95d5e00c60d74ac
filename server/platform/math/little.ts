/** What is known of a stage over some time: mean stock N, arrivals per hour λ, mean stay W in hours, all of the same clock. */
export type Flujo = { media: number; llegadasHora: number; estanciaHoras: number }

/**
 * Little's law N = λW as a check of the data itself: what readers miss makes both sides differ.
 * @returns `expected path` λW, and `diferencia` |N - λW| relative to the larger of both (0..1; 0 where both are 0)
 */
export function compareLittle({ media, llegadasHora, estanciaHoras }: Flujo): {
  esperado: number
  diferencia: number
} {
  const expectedPath = llegadasHora * estanciaHoras
  const mayor = Math.max(media, expectedPath)
  return { esperado: expectedPath, diferencia: mayor > 0 ? Math.abs(media - expectedPath) / mayor : 0 }
}
