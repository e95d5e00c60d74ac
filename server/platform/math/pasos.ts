/** Next stages of the containers that left a stage, with counts. */
export type Paso<T> = { a: T; n: number }

/**
 * Probability of each next stage, the likeliest first: (n + 1) / (N + K), Laplace's rule of succession over the K possible stages.
 * Possible stages that were never seen come with n = 0. Empty where no stage is possible.
 */
export function estimatePasos<T>(pasos: readonly Paso<T>[]): { a: T; p: number }[] {
  const total = pasos.reduce((n, p) => n + p.n, 0)
  return pasos.map(({ a, n }) => ({ a, p: (n + 1) / (total + pasos.length) })).sort((x, y) => y.p - x.p)
}
