import type { AgentId } from '../../../shared/ids.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { Config } from '../ports/config-ports.ts'

/**
 * How many rounds of tools a turn may have before it pauses (docs/behaviour/turns.md#tool-rounds). Nobody is there to
 * continue a turn of a race or an evaluation, so that these have no limit but their own.
 */
export class RoundLimits {
  readonly #tree: AgentTree
  readonly #config: Config
  /** Rounds of tools of each turn in this engine; infinite: no limit. Undefined: by the setting. */
  readonly #maxToolRounds: number | undefined
  readonly #runs = new Map<AgentId, number>()

  constructor(tree: AgentTree, config: Config, maxToolRounds: number | undefined) {
    this.#tree = tree
    this.#config = config
    this.#maxToolRounds = maxToolRounds
  }

  /** Sets the limit of all turns below a race or an evaluation while it runs in this engine; null: none. */
  put(runId: AgentId, rounds: number | null): void {
    this.#runs.set(runId, rounds ?? Number.POSITIVE_INFINITY)
  }

  release(runId: AgentId): void {
    this.#runs.delete(runId)
  }

  /** Rounds after which a turn of the agent pauses; infinite: it does not. */
  roundsOf(agentId: AgentId): number {
    const run = this.#tree.lineage(agentId).find((id) => this.#runs.has(id))
    return (run === undefined ? undefined : this.#runs.get(run)) ?? this.#maxToolRounds ?? this.#config.maxToolTurns
  }
}
