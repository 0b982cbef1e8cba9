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
