/** Share of cases that each side of the band leaves out: the band holds nine tenths. */
const TAIL = 0.05
/** Halvings that reach the precision of a float. */
const HALVINGS = 60
/** Terms smaller than this share of the sum change nothing. */
const NOTHING = 1e-17

function logFactorial(n: number): number {
  let log = 0
  for (let i = 2; i <= n; i++) log += Math.log(i)
  return log
}

/** Adds the probabilities of `n` cases and of those beyond it; `ratio` is from one term to the next, and 0 ends the sum. */
function sumTail(first: number, ratio: (i: number) => number): number {
  let sum = first
  let term = first
  for (let i = 0; term > sum * NOTHING; i++) {
    term *= ratio(i)
    sum += term
  }
  return sum
}

/** The mean in [low, high] at which a probability that falls with the mean crosses `TAIL`. */
function crossing(low: number, high: number, fallsWith: (mean: number) => number): number {
  let [a, b] = [low, high]
  for (let i = 0; i < HALVINGS; i++) {
    const mean = (a + b) / 2
    if (fallsWith(mean) > TAIL) a = mean
    else b = mean
  }
  return (a + b) / 2
}

/**
 * Exact 90 % confidence band of the mean of a Poisson distribution of which `n` cases were seen (Garwood 1936): the means at which so few or
 * so many cases have probability 5 %.
 */
export function bandOfCases(n: number): { bajo: number; alto: number } {
  const log = logFactorial(n)
  const chance = (mean: number) => Math.exp(n * Math.log(mean) - mean - log)
  const atMost = (mean: number) => sumTail(chance(mean), (i) => (n - i) / mean)
  const atLeast = (mean: number) => sumTail(chance(mean), (i) => mean / (n + i + 1))
  return {
    bajo: n === 0 ? 0 : crossing(0, n, (mean) => TAIL + TAIL - atLeast(mean)),
    alto: crossing(n, n + 4 + 4 * Math.sqrt(n), atMost),
  }
}
