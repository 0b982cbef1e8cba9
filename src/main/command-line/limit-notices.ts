import type { AgentSummary } from '../../shared/agent-summary.ts'
import { type Budget, budgetUse } from '../../shared/budget.ts'
import type { AgentId } from '../../shared/ids.ts'
import { jsonText } from '../../shared/json-text.ts'
import { budgetNotice, dayNotice, dayShare, limitState, shareUsed } from '../../shared/near-limit.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'

interface LimitedRun {
  readonly engine: Engine
  readonly agentId: AgentId
  /** The limit of the agent and its descendants; null: none. */
  readonly budget: Budget | null
  readonly output: Output
  /** Whether stdout has lines of JSON. */
  readonly json: boolean
}

/** Says on stderr that the limit of the run or that of the day or month is nearly used up, and that it was passed; each once per run. */
export class LimitNotices {
  readonly #run: LimitedRun
  readonly #shown = { budget: new Set(['open']), day: new Set(['open']), month: new Set(['open']) }
  #looking: Promise<void> | null = null
  #again = false
  #hasRefused = false

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

  /** Whether a limit was passed, or has refused something, during the run. */
  get arePassed(): boolean {
    return Object.values(this.#shown).some((states) => states.has('passed')) || this.#hasRefused
  }

  /** Says what the limits of the tree have refused during the run. */
  async sayRefused(): Promise<void> {
    const { engine, agentId, output, json } = this.#run
    const tree = await engine.budgets.tree({ agentId })
    if (!tree.ok || tree.value.refused.length === 0) return
    this.#hasRefused = true
    for (const sentence of tree.value.refused) output.error(`${sentence}\n`)
    if (json) output.out(`${jsonText({ agent: agentId, type: 'limits', ...tree.value })}\n`)
  }

  #lookAtBudget(agents: readonly AgentSummary[]): void {
    const { agentId, budget, output } = this.#run
    if (budget === null) return
    const use = budgetUse(agents, agentId, budget)
    const state = limitState(shareUsed(use))
    if (this.#shown.budget.has(state)) return
    this.#shown.budget.add(state)
    output.error(`${budgetNotice(use)}\n`)
  }

  async #lookAtDay(): Promise<void> {
    const { engine, output } = this.#run
    while (this.#again) {
      this.#again = false
      const today = await engine.budgets.today()
      if (!today.ok || today.value === null) continue
      const state = limitState(dayShare(today.value))
      const shown = this.#shown[today.value.period]
      if (shown.has(state)) continue
      shown.add(state)
      output.error(`${dayNotice(today.value)}\n`)
    }
  }
}
