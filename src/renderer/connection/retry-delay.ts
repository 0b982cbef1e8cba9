/** Delays between attempts, ms. */
export interface RetryDelays {
  readonly first: number
  readonly longest: number
}

export const RETRY_DELAYS: RetryDelays = { first: 250, longest: 10_000 }

/**
 * Returns the delay before an attempt. It doubles each time and is shortened by up to a quarter at random, so that many
 * windows do not reconnect simultaneously.
 */
export function retryDelay(attempt: number, { first, longest }: RetryDelays, random: () => number): number {
  return Math.min(longest, first * 2 ** Math.min(attempt, 30)) * (1 - random() / 4)
}
