/** Returns the probability of at most `k` successes in `n` independent trials that each succeed with probability `p`. */
export function binomialAtMost(k: number, n: number, p: number): number {
  if (k < 0) return 0
  if (k >= n || p <= 0) return 1
  if (p >= 1) return 0
  // Logarithms, because the probability of no success in many trials is too small for a number.
  let logTerm = n * Math.log1p(-p)
  let sum = Math.exp(logTerm)
  const logOdds = Math.log(p) - Math.log1p(-p)
  for (let successes = 1; successes <= k; successes++) {
    logTerm += Math.log((n - successes + 1) / successes) + logOdds
    sum += Math.exp(logTerm)
  }
  return Math.min(1, sum)
}
