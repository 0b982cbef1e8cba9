import type { AgentId } from '../../../shared/ids.ts'
import type { DifferenceRule, RerunView } from '../../../shared/rerun.ts'
import { err, mapOk, refuse, type Result } from '../../../shared/result.ts'
import { catchBug, INTERNAL_ERROR } from '../conversation/catch-bug.ts'
import type { Logger } from '../ports/system-ports.ts'
import { createRerun, type CreateRerunDependencies, type RerunRequest } from './create-rerun.ts'
import { readRerun } from './rerun-log.ts'
import { RerunRunner, type RerunRunnerDependencies, type RerunOptions } from './rerun-runner.ts'
import { rerunView } from './rerun-view.ts'

export interface StartRequest extends RerunRequest {
  /** What happens at a call that differs. */
  readonly onDifference: DifferenceRule
}

export interface RerunDependencies
  extends CreateRerunDependencies, Omit<RerunRunnerDependencies, keyof CreateRerunDependencies> {
  readonly hub: RerunRunnerDependencies['hub']
  readonly logger: Logger
  readonly folders: CreateRerunDependencies['folders']
  readonly ids: RerunRunnerDependencies['ids']
}

/** Runs turns again with their recorded tool results (docs/behaviour/reruns.md). */
export class Reruns {
  readonly #dependencies: RerunDependencies
  readonly #running = new Set<AgentId>()

  constructor(dependencies: RerunDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Records a rerun and begins to run it. Returns its agent, and a promise that resolves when the rerun has ended.
   * Cancelling a turn of that agent stops it, and so does the signal.
   */
  async start(
    request: StartRequest,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<Result<{ readonly rerunId: AgentId; readonly ended: Promise<Result<null>> }>> {
    const created = await createRerun(request, this.#dependencies)
    return mapOk(created, (rerunId) => {
      const { onDifference: rule, model, system } = request
      const options = { rule, keepsModel: model !== undefined, keepsSystem: system !== undefined, signal }
      const run = () => this.#run(rerunId, options)
      const bug = { agentId: rerunId, fallback: err(INTERNAL_ERROR), logger: this.#dependencies.logger }
      return { rerunId, ended: catchBug<Result<null>>(run, bug) }
    })
  }

  async #run(rerunId: AgentId, options: RerunOptions): Promise<Result<null>> {
    this.#running.add(rerunId)
    try {
      const rerun = await readRerun(rerunId, this.#dependencies)
      return rerun.ok ? await new RerunRunner(rerun.value, options, this.#dependencies).run() : rerun
    } finally {
      this.#running.delete(rerunId)
    }
  }

  /** REFUSED if the agent is no rerun. */
  async view(rerunId: AgentId): Promise<Result<RerunView>> {
    const { registry } = this.#dependencies
    const agent = registry.tree.get(rerunId)
    if (agent === undefined) return refuse(`No agent: ${rerunId}`)
    const isRunning = this.#running.has(rerunId) || registry.isBusy(rerunId)
    return mapOk(await readRerun(rerunId, this.#dependencies), (rerun) =>
      rerunView(rerun, { name: agent.name, isRunning }),
    )
  }
}
