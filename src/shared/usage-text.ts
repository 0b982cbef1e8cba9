import { costText, dollars, UNKNOWN_COST } from './money.ts'
import { withThousands } from './thinking-feedback.ts'
import type { UsageFigures } from './usage-report.ts'

/** Returns whether the tokens of any response are known. */
export function isReported({ responses, unreported }: UsageFigures): boolean {
  return unreported < responses
}

/** Formats the cost of responses as `costText` does; `—` if nothing was reported; `$0.00` without responses. */
export function usageCostText(figures: UsageFigures): string {
  if (figures.responses === 0) return dollars(0)
  return isReported(figures) || figures.cost.usd > 0 ? costText(figures.cost) : UNKNOWN_COST
}

/** Returns sentences that say what sums do not contain. */
export function usageNotes({ unreported, cost }: UsageFigures): readonly string[] {
  const of = (count: number): string => `${withThousands(count)} ${count === 1 ? 'response' : 'responses'}`
  return [
    ...(unreported === 0 ? [] : [`Without the tokens of ${of(unreported)}: no usage was reported.`]),
    ...(cost.unpriced === 0 ? [] : [`Without the cost of ${of(cost.unpriced)}: no price is known.`]),
    ...(cost.partial === 0 ? [] : [`The cost of ${of(cost.partial)} is a lower bound: part of it has no known price.`]),
  ]
}
