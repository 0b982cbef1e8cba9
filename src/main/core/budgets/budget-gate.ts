import type { ModelChoice } from '../../../shared/agent-summary.ts'
import { budgetLimit, type BudgetUse } from '../../../shared/budget.ts'
import { type AgentId, shortAgentId } from '../../../shared/ids.ts'
import { dollars } from '../../../shared/money.ts'
import { type Result } from '../../../shared/result.ts'
import { type NextUse } from './budget-policy.ts'
import { type ReservingRequest } from './held-limits.ts'
import { type Overrun } from './limit-question.ts'
import { type Amount } from './reservations.ts'

/** An agent that is about to send a request, and the model that it asks. */
export interface RequestingAgent {
  readonly agentId: AgentId
  readonly choice: ModelChoice
}

/** The request that a turn is about to send. */
export interface BudgetedRequest extends RequestingAgent {
  readonly signal: AbortSignal
  /** What earlier requests for the same event have used, which is recorded with it. */
  readonly unrecorded?: Amount
}

/** Called before and after every request. */
export interface BudgetGate {
  /**
   * Resolves when the request may be sent, and reserves what it may use at most; an error if it may not be sent, with
   * the reason. Waits for the user if there is a window, and for requests that may use up the rest of a limit.
   */
  reserve(request: BudgetedRequest): Promise<Result<null>>
  /** Called when the response is recorded, or will never come: what it used counts instead of what was reserved. */
  settle(agentId: AgentId): Promise<void>
}

/** A request that is sent without a user, to keep a cache warm. */
export interface UnaskedRequest extends RequestingAgent {
  /** As far as known. */
  readonly next: NextUse
  readonly most: Amount
}

/** Whether it may be sent. `later`: requests that run now may use up the rest of a limit. `refused`: with the reason. */
export type UnaskedAnswer =
  | { readonly type: 'reserved' | 'later' }
  | { readonly type: 'refused'; readonly reason: string }

export interface Looked {
  readonly overrun: Overrun | null
  /** Why the limit of a run does not allow the request, as a sentence. */
  readonly refusal: string | null
  /** Whether other requests must end first. */
  readonly waits: boolean
  readonly asking: ReservingRequest | null
}

export function limitName(use: BudgetUse | undefined): string {
  if (use === undefined) return 'max_cost_per_day in config.json'
  return `the budget of ${dollars(budgetLimit(use.budget))} for ${shortAgentId(use.agentId)}`
}
