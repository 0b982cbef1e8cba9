import { budgetLimit, type BudgetUse, isCostBudget } from './budget.ts'
import type { CostSum } from './cost-sum.ts'
import { dollars } from './money.ts'
import { tokenText } from './thinking-feedback.ts'

/** What all agents may cost on one day or in one calendar month, and have cost. */
export interface DayUse {
  readonly period: 'day' | 'month'
  /** ISO date, by the machine of the engine: the day, or the first of the month. */
  readonly day: string
  readonly cost: CostSum
  /** US dollars, with what the user has added for that day. */
  readonly limit: number
}

/** The used share from which a limit is nearly used up. */
const NEAR_LIMIT = 0.8

/** How much of a limit is used: `passed`, more than all of it. */
export function limitState(share: number): 'open' | 'near' | 'passed' {
  if (share > 1) return 'passed'
  return isNearLimit(share) ? 'near' : 'open'
}

/** Whether a limit is nearly used up. `share` 1: all of it is used. */
export function isNearLimit(share: number): boolean {
  return share >= NEAR_LIMIT
}

/** Returns the used share of a budget; 1: all of it. */
export function shareUsed({ budget, used }: BudgetUse): number {
  return used / budgetLimit(budget)
}

/** Returns the used share of the limit of a day or month; 1: all of it. */
export function dayShare({ cost, limit }: DayUse): number {
  return limit === 0 ? 1 : cost.usd / limit
}

/** `85 % of the limit of $2.50 is used.` */
export function budgetNotice(use: BudgetUse): string {
  const { budget, used } = use
  const limit = isCostBudget(budget) ? dollars(budget.usd) : tokenText(budget.tokens)
  const spent = isCostBudget(budget) ? dollars(used) : tokenText(used)
  if (limitState(shareUsed(use)) === 'passed') return `The limit of ${limit} was passed: ${spent} used.`
  return `${percent(shareUsed(use))} of the limit of ${limit} is used.`
}

const WHOSE = { day: 'today’s', month: 'this month’s' } as const

/** `85 % of today’s limit of $5.00 is used.` */
export function dayNotice(use: DayUse): string {
  const whose = WHOSE[use.period]
  if (use.limit === 0)
    return `Nothing may be spent: ${whose} limit is ${dollars(0)}. It is max_cost_per_${use.period} in config.json.`
  if (limitState(dayShare(use)) === 'passed') {
    const begun = `${whose.charAt(0).toUpperCase()}${whose.slice(1)}`
    return `${begun} limit of ${dollars(use.limit)} was passed: ${dollars(use.cost.usd)} used.`
  }
  return `${percent(dayShare(use))} of ${whose} limit of ${dollars(use.limit)} is used.`
}

/** Rounded down, so that a limit is not called reached before it is. `84 %`. */
export function percent(share: number): string {
  return `${Math.floor(share * 100)} %`
}
