import { recordedCost } from './recorded-usage.ts'
import { STORED_EVENTS } from './stored-events.ts'

/** What responses cost together, as recorded with them. An unknown cost is counted, never taken for 0 dollars. */
export interface CostSum {
  /** US dollars: the known costs. */
  readonly usd: number
  /** Number of responses whose cost is not known, also because no usage was reported. */
  readonly unpriced: number
  /** Number of responses whose cost in `usd` is a lower bound, because part of it has no known price. */
  readonly partial: number
}

export const NO_COST: CostSum = { usd: 0, unpriced: 0, partial: 0 }

export function addCosts(a: CostSum, b: CostSum): CostSum {
  return { usd: a.usd + b.usd, unpriced: a.unpriced + b.unpriced, partial: a.partial + b.partial }
}

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
