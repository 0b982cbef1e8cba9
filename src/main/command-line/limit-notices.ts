import type { AgentSummary } from '../../shared/agent-summary.ts'
import { type Budget, budgetUse } from '../../shared/budget.ts'
import type { AgentId } from '../../shared/ids.ts'
import { budgetNotice, dayNotice, dayShare, isNearLimit, shareUsed } from '../../shared/near-limit.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'

interface LimitedRun {
  readonly engine: Pick<Engine, 'budgets'>
  readonly agentId: AgentId
  /** The limit of the agent and its descendants; null: none. */
  readonly budget: Budget | null
  readonly output: Output
}

/** Says on stderr, once per run, that the limit of the run or that of the day is nearly used up. */
export class LimitNotices {
  readonly #run: LimitedRun
  readonly #shown = { budget: false, day: false }
  #looking: Promise<void> | null = null
  #again = false

  constructor(run: LimitedRun) {
    this.#run = run
  }

  /** Compares what the agents have used with the limits. Calls during a look lead to one more after it. */
  look(agents: readonly AgentSummary[]): Promise<void> {
    this.#lookAtBudget(agents)
    this.#again = true
    this.#looking ??= this.#lookAtDay().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  #lookAtBudget(agents: readonly AgentSummary[]): void {
    const { agentId, budget, output } = this.#run
    if (budget === null || this.#shown.budget) return
    const use = budgetUse(agents, agentId, budget)
    if (!isNearLimit(shareUsed(use))) return
    this.#shown.budget = true
    output.error(`${budgetNotice(use)}\n`)
  }

  async #lookAtDay(): Promise<void> {
    const { engine, output } = this.#run
    while (this.#again && !this.#shown.day) {
      this.#again = false
      const today = await engine.budgets.today()
      if (!today.ok || today.value === null || !isNearLimit(dayShare(today.value))) continue
      this.#shown.day = true
      output.error(`${dayNotice(today.value)}\n`)
    }
  }
}
