import { costText, UNKNOWN_COST } from './money.ts'
import { withThousands } from './thinking-feedback.ts'
import type { UsageFigures } from './usage-report.ts'

/** Returns whether the tokens of any response are known. */
export function isReported({ responses, unreported }: UsageFigures): boolean {
  return unreported < responses
}

/** Formats the cost of responses as `costText` does; `—` if there are none or nothing was reported. */
export function usageCostText(figures: UsageFigures): string {
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
