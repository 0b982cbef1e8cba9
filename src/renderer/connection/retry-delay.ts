/** How long to wait before trying again, ms. */
export interface RetryDelays {
  readonly first: number
  readonly longest: number
}

export const RETRY_DELAYS: RetryDelays = { first: 250, longest: 10_000 }

/** Twice as long each time, less up to a quarter by chance, so that many windows do not come back in step. */
export function retryDelay(attempt: number, { first, longest }: RetryDelays, random: () => number): number {
  return Math.min(longest, first * 2 ** Math.min(attempt, 30)) * (1 - random() / 4)
}
