/** Where containers went on to from a stage, and how often. */
export type Paso<T> = { a: T; n: number }

/**
 * Chance of each next stage, the likeliest first: (n + 1) / (N + K), Laplace's rule of succession over the K stages that are possible.
 * Stages that are possible and were never seen come with n = 0. Empty where there are none.
 */
export function estimatePasos<T>(pasos: readonly Paso<T>[]): { a: T; p: number }[] {
  const total = pasos.reduce((n, p) => n + p.n, 0)
  return pasos.map(({ a, n }) => ({ a, p: (n + 1) / (total + pasos.length) })).sort((x, y) => y.p - x.p)
}
