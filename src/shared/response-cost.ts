import type { ResponseCost, ResponseUsage } from './usage.ts'

/** Returns the cost as the provider reported it with the response; null: it reported none. */
export function reportedCost({ cost }: ResponseUsage): ResponseCost | null {
  return cost === null ? null : { usd: cost, source: 'provider', missing: [] }
}
