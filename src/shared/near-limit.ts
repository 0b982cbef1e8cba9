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

/** What of a limit is used, as it is shown. */
interface ShownUse {
  readonly percent: string
  readonly used: string
  readonly limit: string
}

/** The sentences about the limit of a day or month. `nothing`: it allows nothing. */
export const LIMIT_SENTENCES = {
  day: {
    near: ({ percent, limit }: ShownUse) => `${percent} of today’s limit of ${limit} is used.`,
    passed: ({ used, limit }: ShownUse) => `Today’s limit of ${limit} was passed: ${used} used.`,
    nothing: ({ limit }: ShownUse) =>
      `Nothing may be spent: today’s limit is ${limit}. It is max_cost_per_day in config.json.`,
  },
  month: {
    near: ({ percent, limit }: ShownUse) => `${percent} of this month’s limit of ${limit} is used.`,
    passed: ({ used, limit }: ShownUse) => `This month’s limit of ${limit} was passed: ${used} used.`,
    nothing: ({ limit }: ShownUse) =>
      `Nothing may be spent: this month’s limit is ${limit}. It is max_cost_per_month in config.json.`,
  },
}

/** `85 % of today’s limit of $5.00 is used.` In other languages with their sentences and their form of amounts. */
export function dayNotice(use: DayUse, sentences = LIMIT_SENTENCES, money: (usd: number) => string = dollars): string {
  const share = dayShare(use)
  const { near, passed, nothing } = sentences[use.period]
  const shown = { percent: percent(share), used: money(use.cost.usd), limit: money(use.limit) }
  if (use.limit === 0) return nothing(shown)
  return limitState(share) === 'passed' ? passed(shown) : near(shown)
}

/** Rounded down, so that a limit is not called reached before it is. `84 %`. */
export function percent(share: number): string {
  return `${Math.floor(share * 100)} %`
}
