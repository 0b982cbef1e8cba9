import { type Budget, type BudgetUse, isCostBudget } from '../../shared/budget.ts'
import { parseDollars } from '../../shared/money.ts'
import { formatCount, formatShortCount } from '../parts/format-figures.ts'
import { exactDollars, formatAtLeast, formatDollars } from '../parts/money-text.ts'
import { inEnglishNotation } from '../text/locale.ts'
import { texts } from '../text/texts.ts'

const words = texts.budgets

export type BudgetUnit = 'dollars' | 'tokens'

/** How limits in a unit are typed and shown. */
interface UnitTexts {
  readonly placeholder: string
  readonly mistake: string
  readonly parse: (typed: string) => number | null
  readonly budget: (scope: Budget['scope'], limit: number, step: number) => Budget
}

export const BUDGET_UNITS: Readonly<Record<BudgetUnit, UnitTexts>> = {
  dollars: {
    placeholder: formatDollars(3),
    mistake: words.notDollars,
    parse: (typed) => parseDollars(inEnglishNotation(typed)),
    budget: (scope, usd, step) => ({ scope, usd, step }),
  },
  tokens: {
    placeholder: '200k',
    mistake: words.notTokens,
    parse: parseTokens,
    budget: (scope, tokens, step) => ({ scope, tokens, step }),
  },
}

export function unitOf(budget: Budget): BudgetUnit {
  return isCostBudget(budget) ? 'dollars' : 'tokens'
}

/** The text of a limit or a step in the dialog's fields. */
export function amountText(unit: BudgetUnit, amount: number): string {
  return unit === 'dollars' ? exactDollars(amount) : formatCount(amount)
}

/** `17k of 20k`, `$0.12 of $3.00`; `≈` for estimated tokens, `≥` if some answers have no known price. */
export function shortUse({ budget, used, estimated, unpriced }: BudgetUse): string {
  if (isCostBudget(budget)) {
    return words.share({
      used: unpriced === 0 ? formatDollars(used) : formatAtLeast(used),
      limit: formatDollars(budget.usd),
    })
  }
  const shown = `${estimated === 0 ? '' : '≈ '}${formatShortCount(used)}`
  return words.share({ used: shown, limit: formatShortCount(budget.tokens) })
}

/** The exact figures. */
export function exactUse({ budget, used }: BudgetUse): string {
  if (isCostBudget(budget)) return words.share({ used: formatDollars(used), limit: formatDollars(budget.usd) })
  return words.share({ used: formatCount(used), limit: formatCount(budget.tokens) })
}

/** `17k of 20k tokens used, including descendants, 200 of them estimated`. `share`: the figures. */
export function textOfUse({ budget, estimated, unpriced }: BudgetUse, share: string): string {
  const isBelow = budget.scope === 'subtree'
  if (isCostBudget(budget)) {
    return (isBelow ? words.spentBelow({ share }) : words.spent({ share })) + unpricedText(unpriced)
  }
  return (isBelow ? words.tokensBelow({ share }) : words.tokens({ share })) + estimatedText(estimated)
}

/** `, 2 answers have no known price`; empty if all have one. */
export function unpricedText(unpriced: number): string {
  return unpriced === 0 ? '' : `, ${words.unpriced({ answers: unpriced })}`
}

/** `, 200 of them estimated`; empty if all are counted. */
export function estimatedText(estimated: number): string {
  return estimated === 0 ? '' : `, ${words.estimated({ tokens: formatCount(estimated) })}`
}

const FACTORS: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 }

/**
 * Parses a number of tokens as typed by a user: `200000`, `200,000`, `200k`, `1.5M`. Null if it is invalid or less than
 * one.
 */
function parseTokens(typed: string): number | null {
  const parts = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(inEnglishNotation(typed).replaceAll(/[\s,_]/g, ''))
  const tokens = Math.round(Number(parts?.[1] ?? Number.NaN) * (FACTORS[parts?.[2]?.toLowerCase() ?? ''] ?? Number.NaN))
  return Number.isSafeInteger(tokens) && tokens > 0 ? tokens : null
}
