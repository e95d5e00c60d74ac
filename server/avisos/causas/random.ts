/**
 * Upper tail of the binomial distribution: the probability that at least k of n are silent if each is silent with probability p. Summed
 * from logarithms, so that it is exact far below the smallest float product.
 */
export function tailBinomial(n: number, k: number, p: number): number {
  if (k <= 0 || p >= 1) return 1
  if (k > n || p <= 0) return 0
  let logaritmo = 0
  for (let i = 1; i <= k; i++) logaritmo += Math.log((n - k + i) / i)
  logaritmo += k * Math.log(p) + (n - k) * Math.log1p(-p)
  let termino = Math.exp(logaritmo)
  let suma = termino
  for (let i = k + 1; i <= n; i++) {
    termino *= ((n - i + 1) / i) * (p / (1 - p))
    suma += termino
  }
  return Math.min(1, suma)
}
