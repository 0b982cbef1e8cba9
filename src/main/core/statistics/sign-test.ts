import { binomialAtMost } from './binomial.ts'

/**
 * Returns the two-sided p-value of the exact sign test: how probable a division at least as uneven as this one is if
 * both sides are equally good. Ties count for neither side. 1: there is nothing to compare.
 */
export function signTest(better: number, worse: number): number {
  const trials = better + worse
  if (trials === 0) return 1
  return Math.min(1, 2 * binomialAtMost(Math.min(better, worse), trials, 0.5))
}
