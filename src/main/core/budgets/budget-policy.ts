import type { AgentRecord } from '../../../shared/agent-summary.ts'
import {
  type Budget,
  budgetLimit,
  budgetsInForce,
  type BudgetUse,
  countedAgents,
  isCostBudget,
} from '../../../shared/budget.ts'
import type { CostSum } from '../../../shared/cost-sum.ts'
import { type AgentId, shortAgentId } from '../../../shared/ids.ts'
import { type ReservedUses, warmKey } from '../../../shared/reserved-use.ts'
import type { LimitPeriod } from '../ports/search-ports.ts'
import { dollars } from '../../../shared/money.ts'
import type { RequestPrice } from '../../../shared/request-price.ts'
import { tokenText } from '../../../shared/thinking-feedback.ts'

/** The expected size of the next request and its response. Null: not known. */
export interface NextUse {
  /** US dollars. */
  readonly usd: number | null
  /** Input and output. */
  readonly tokens: number | null
}

/**
 * Returns the estimated cost of the next request with what was used before, US dollars. Null: not known, because a price is
 * missing; writes to a cache for a lifetime without a published price count as missing.
 */
export function boundedUsd({ usd, missing }: RequestPrice, more: { readonly usd: number }): number | null {
  return usd === null || missing.includes('cache writes') ? null : usd + more.usd
}

/** Nothing is known of the next request. */
export const UNKNOWN_USE: NextUse = { usd: null, tokens: null }

/** What requests that run now may use at most, of the agents that a budget counts, in the unit of the budget. */
export function reservedUnder(
  { agentId, budget }: { readonly agentId: AgentId; readonly budget: BudgetUse['budget'] },
  agents: readonly AgentRecord[],
  reserved: ReservedUses,
): number {
  const counted = countedAgents(agents, agentId, budget.scope).flatMap(({ id }) => [
    reserved[id],
    reserved[warmKey(id)],
  ])
  return counted.reduce((sum, use) => sum + ((isCostBudget(budget) ? use?.usd : use?.tokens) ?? 0), 0)
}

/**
 * Whether a request has to wait until others have ended: with the most that these may use it could pass the limit. If
 * none is running, only what is used decides.
 */
export function mustWait(
  used: number,
  limit: number,
  { reserved, most }: { readonly reserved: number; readonly most: number },
): boolean {
  return reserved > 0 && isOverrun(used + reserved, limit, most)
}

/**
 * Returns the nearest budget that does not allow the agent's next request: its own, or that of an ancestor; null: the
 * request may be sent. What is left of the budget must cover the request's estimate, as far as it is known.
 */
export function findOverrun(
  lineage: readonly AgentId[],
  agents: readonly (AgentRecord & { readonly estimatedTokens?: number })[],
  budgets: Readonly<Record<AgentId, Budget>>,
  next: NextUse,
): BudgetUse | null {
  const inForce = budgetsInForce(lineage, agents, budgets)
  const isOver = ({ budget, used }: BudgetUse): boolean =>
    isOverrun(used, budgetLimit(budget), isCostBudget(budget) ? next.usd : next.tokens)
  return inForce.find(isOver) ?? null
}

/** Whether the used part, with the estimate of the next request, exceeds the limit. */
export function isOverrun(used: number, limit: number, next: number | null): boolean {
  return used >= limit || used + (next ?? 0) > limit
}

/**
 * `38,008 tokens used, of a budget of 40,000 tokens for 1f3a9c; …`; `$0.09 used, of a budget of $0.10 for 1f3a9c; …`.
 */
export function overrunText(use: BudgetUse, next: NextUse): string {
  const { agentId, budget, used, estimated, unpriced } = use
  const whose = budget.scope === 'subtree' ? `${shortAgentId(agentId)} and its descendants` : shortAgentId(agentId)
  if (isCostBudget(budget))
    return costText({ used, unpriced }, `a budget of ${dollars(budget.usd)} for ${whose}`, next.usd)
  const share = estimated === 0 ? '' : ` (${tokenText(estimated)} of them estimated: no usage was reported)`
  const estimate = next.tokens === null ? '' : `; ${nextText(tokenText(next.tokens))}`
  return `${tokenText(used)} used${share}, of a budget of ${tokenText(budget.tokens)} for ${whose}${estimate}`
}

/** Why a limit in dollars holds back a model without a known price, as a sentence without its end. `limit`: with its article. */
export function unknownPriceText(model: string, limit: string): string {
  return `The price of ${model} is not known, so ${limit} cannot hold. Set the price in config.json (prices), use a budget in tokens, or choose another model`
}

/** Why nothing is spent while a limit of config.json cannot be read, as a sentence without its end. */
export function wrongLimitText(setting: string): string {
  return `${setting} in config.json is wrong, so it is not known what may be spent. Correct it there`
}

function nextText(estimate: string): string {
  return `the next request is estimated at ${estimate}`
}

/** What the limit of a period is called. */
const PERIOD_TEXTS: Readonly<Record<LimitPeriod, string>> = {
  day: 'for today (max_cost_per_day in config.json)',
  month: 'for this month (max_cost_per_month in config.json)',
}

/** `$4.10 used, of the limit of $5.00 for today (max_cost_per_day in config.json); …`. */
export function dayLimitText(
  { cost: { usd, unpriced, partial }, limit }: { readonly cost: CostSum; readonly limit: number },
  period: LimitPeriod,
  nextUsd: number | null,
): string {
  const of = `the limit of ${dollars(limit)} ${PERIOD_TEXTS[period]}`
  return costText({ used: usd, unpriced: unpriced + partial }, of, nextUsd)
}

function costText(
  { used, unpriced }: { readonly used: number; readonly unpriced: number },
  limit: string,
  nextUsd: number | null,
): string {
  const known = unpriced === 0 ? dollars(used) : `at least ${dollars(used)}`
  const unknown = unpriced === 1 ? ['1 answer has no known price'] : [`${unpriced} answers have no known price`]
  return [
    `${known} used, of ${limit}`,
    nextUsd === null ? 'the price of the next request is not known' : nextText(dollars(nextUsd)),
    ...(unpriced === 0 ? [] : unknown),
  ].join('; ')
}
