import { type Budget, type BudgetUse, isCostBudget } from '../../shared/budget.ts'
import { dollars, NOT_DOLLARS, parseDollars } from '../../shared/money.ts'
import { formatCount, formatShortCount } from '../parts/format-figures.ts'
import { estimateNote } from '../store/budget-store.ts'

export type BudgetUnit = 'dollars' | 'tokens'

/** How limits in a unit are typed and shown. */
interface UnitTexts {
  readonly label: string
  readonly limitLabel: string
  readonly placeholder: string
  readonly mistake: string
  readonly parse: (typed: string) => number | null
  readonly budget: (scope: Budget['scope'], limit: number, step: number) => Budget
}

export const BUDGET_UNITS: Readonly<Record<BudgetUnit, UnitTexts>> = {
  dollars: {
    label: 'Dollars',
    limitLabel: 'Cost limit',
    placeholder: '$3.00',
    mistake: NOT_DOLLARS,
    parse: parseDollars,
    budget: (scope, usd, step) => ({ scope, usd, step }),
  },
  tokens: {
    label: 'Tokens',
    limitLabel: 'Token limit (input and output)',
    placeholder: '200k',
    mistake: 'Enter a number of tokens, such as 200,000 or 200k.',
    parse: parseTokens,
    budget: (scope, tokens, step) => ({ scope, tokens, step }),
  },
}

export function unitOf(budget: Budget): BudgetUnit {
  return isCostBudget(budget) ? 'dollars' : 'tokens'
}

/** The text of a limit or a step in the dialog's fields. */
export function amountText(unit: BudgetUnit, amount: number): string {
  return unit === 'dollars' ? `$${Number.isInteger(amount * 100) ? amount.toFixed(2) : amount}` : formatCount(amount)
}

/** `17k of 20k`, `$0.12 of $3.00`; `≈` for estimated tokens, `≥` if some answers have no known price. */
export function shortUse({ budget, used, estimated, unpriced }: BudgetUse): string {
  if (isCostBudget(budget)) return `${unpriced === 0 ? '' : '≥ '}${dollars(used)} of ${dollars(budget.usd)}`
  return `${estimated === 0 ? '' : '≈ '}${formatShortCount(used)} of ${formatShortCount(budget.tokens)}`
}

/** The exact figures. */
export function exactUse({ budget, used }: BudgetUse): string {
  if (isCostBudget(budget)) return `${dollars(used)} of ${dollars(budget.usd)}`
  return `${formatCount(used)} of ${formatCount(budget.tokens)}`
}

/** ` tokens used, including descendants, 200 of them estimated`: what the figures mean. */
export function figureText(use: BudgetUse): string {
  const below = use.budget.scope === 'subtree' ? ', including descendants' : ''
  if (!isCostBudget(use.budget)) return ` tokens used${below}${estimateNote(use)}`
  return ` spent${below}${unpricedText(use.unpriced)}`
}

/** `, 2 answers have no known price`; empty if all have one. */
export function unpricedText(unpriced: number): string {
  if (unpriced === 0) return ''
  return unpriced === 1 ? ', 1 answer has no known price' : `, ${unpriced} answers have no known price`
}

const FACTORS: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 }

/**
 * Parses a number of tokens as typed by a user: `200000`, `200,000`, `200k`, `1.5M`. Null if it is invalid or less than
 * one.
 */
function parseTokens(typed: string): number | null {
  const parts = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(typed.replaceAll(/[\s,_]/g, ''))
  const tokens = Math.round(Number(parts?.[1] ?? Number.NaN) * (FACTORS[parts?.[2]?.toLowerCase() ?? ''] ?? Number.NaN))
  return Number.isSafeInteger(tokens) && tokens > 0 ? tokens : null
}
