import { costText, dollars, ENGLISH_MONEY, UNKNOWN_COST } from './money.ts'
import { withThousands } from './thinking-feedback.ts'
import { isReported, type UsageFigures } from './usage-report.ts'

/** Formats the cost of responses as `costText` does; `—` if nothing was reported; `$0.00` without responses. */
export function usageCostText(figures: UsageFigures, words = ENGLISH_MONEY): string {
  if (figures.responses === 0) return dollars(0, words)
  return isReported(figures) || figures.cost.usd > 0 ? costText(figures.cost, words) : UNKNOWN_COST
}

interface Noted {
  readonly responses: number
  /** The number as it is written. */
  readonly shown: string
}

const ofResponses = ({ responses, shown }: Noted): string => `${shown} ${responses === 1 ? 'response' : 'responses'}`

/** What sums do not contain, in English. */
export const USAGE_NOTES = {
  unreported: (noted: Noted) => `Without the tokens of ${ofResponses(noted)}: no usage was reported.`,
  unpriced: (noted: Noted) => `Without the cost of ${ofResponses(noted)}: no price is known.`,
  partial: (noted: Noted) => `The cost of ${ofResponses(noted)} is a lower bound: part of it has no known price.`,
}

/** Returns sentences that say what sums do not contain. `written` formats a number. */
export function usageNotes(
  { unreported, cost }: UsageFigures,
  words = USAGE_NOTES,
  written: (count: number) => string = withThousands,
): readonly string[] {
  const counts = { unreported, unpriced: cost.unpriced, partial: cost.partial }
  return (['unreported', 'unpriced', 'partial'] as const).flatMap((name) => {
    const responses = counts[name]
    return responses === 0 ? [] : [words[name]({ responses, shown: written(responses) })]
  })
}
