import { type CostSum, NO_COST } from './cost-sum.ts'
import { recordedCost } from './recorded-usage.ts'
import { STORED_EVENTS } from './stored-events.ts'

/** Kinds of events that are responses of a model. */
export const RESPONSE_KINDS: ReadonlySet<string> = new Set(
  Object.entries(STORED_EVENTS).flatMap(([kind, { isResponse }]) => (isResponse ? [kind] : [])),
)

export function isResponseKind(kind: string): boolean {
  return RESPONSE_KINDS.has(kind)
}

/** Returns the cost of an event; `NO_COST` if it is no response. */
export function costOf({ kind, data }: { readonly kind: string; readonly data: unknown }): CostSum {
  if (!isResponseKind(kind)) return NO_COST
  const cost = recordedCost(data)
  if (cost === null) return { ...NO_COST, unpriced: 1 }
  return { usd: cost.usd, unpriced: 0, partial: cost.missing.length === 0 ? 0 : 1 }
}
