import type { RateInterval } from '../../../shared/evaluation.ts'

/** Halvings of an interval until its ends are equal as far as a number can tell. */
const HALVINGS = 60

/** The standard normal distribution has 97.5 % of its mass below this value. */
const NORMAL_97_5 = 1.959_963_984_540_054

/**
 * Returns the interval of Clopper and Pearson for the probability of success: it contains the true one with at least
 * the given confidence, whatever that is. Null: there were no trials.
 */
export function exactInterval(successes: number, trials: number, confidence: number): RateInterval | null {
  if (trials === 0) return null
  const tail = (1 - confidence) / 2
  const low = (p: number): boolean => 1 - binomialAtMost(successes - 1, trials, p) < tail
  const high = (p: number): boolean => binomialAtMost(successes, trials, p) >= tail
  return { low: successes === 0 ? 0 : lastWhere(low), high: successes === trials ? 1 : lastWhere(high) }
}

/**
 * Returns Wilson's interval for 95 % confidence. It is narrower than the exact one and contains the true probability in
 * about 95 % of cases, in some situations less often. Null: there were no trials.
 */
export function wilsonInterval(successes: number, trials: number): RateInterval | null {
  if (trials === 0) return null
  const rate = successes / trials
  const z2 = NORMAL_97_5 ** 2
  const centre = rate + z2 / (2 * trials)
  const margin = NORMAL_97_5 * Math.sqrt((rate * (1 - rate)) / trials + z2 / (4 * trials ** 2))
  const scale = 1 + z2 / trials
  return { low: Math.max(0, (centre - margin) / scale), high: Math.min(1, (centre + margin) / scale) }
}

/** Returns the largest number from 0 to 1 for which the condition holds, which holds up to there and not beyond. */
function lastWhere(holds: (p: number) => boolean): number {
  let [low, high] = [0, 1]
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2
    if (holds(middle)) low = middle
    else high = middle
  }
  return low
}

/**
 * Returns the two-sided p-value of the exact sign test: how probable a division at least as uneven as this one is if
 * both sides are equally good. Ties count for neither side. 1: there is nothing to compare.
 */
export function signTest(better: number, worse: number): number {
  const trials = better + worse
  if (trials === 0) return 1
  return Math.min(1, 2 * binomialAtMost(Math.min(better, worse), trials, 0.5))
}

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
