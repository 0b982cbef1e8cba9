import type { CommandServices } from '../commands/command-services.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { RerunView } from '../../../shared/rerun.ts'
import { DONE, err, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { catchBug } from '../conversation/catch-bug.ts'
import { createRerun, type RerunRequest } from './create-rerun.ts'
import { readRerun, recordStep } from './rerun-log.ts'
import { rerunProgress } from './rerun-progress.ts'
import { RerunRunner } from './rerun-runner.ts'
import { firstBegun, rerunAgents, type RunningRerun, type SubtreeRun, subtreeSteps } from './rerun-subtree.ts'
import { rerunView } from './rerun-view.ts'

const RUNS_ALREADY = 'This rerun runs already.'

/** Runs turns again with their recorded tool results (docs/behaviour/reruns.md). */
export class Reruns {
  readonly #services: CommandServices
  readonly #running = new Set<AgentId>()

  constructor(services: CommandServices) {
    this.#services = services
  }

  /** Records a rerun and begins to run it. Cancelling its agent stops it, and so does the signal. */
  async start(
    request: RerunRequest,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<Result<RunningRerun>> {
    const created = await createRerun(request, this.#services)
    return created.ok ? this.#launch(created.value, signal) : created
  }

  /** Goes on with a rerun that was cut off or stopped, or whose turn failed. REFUSED if it runs or has ended. */
  async resume(rerunId: AgentId, signal: AbortSignal = new AbortController().signal): Promise<Result<RunningRerun>> {
    if (this.#isRunning(rerunId)) return refuse(RUNS_ALREADY)
    const rerun = await readRerun(rerunId, this.#services.store)
    if (!rerun.ok) return rerun
    const progress = rerunProgress(rerun.value)
    return progress.ok ? this.#launch(rerunId, signal, true) : progress
  }

  /** Whether the agent is a rerun that `resume` goes on with. */
  async canResume(agentId: AgentId): Promise<boolean> {
    if (this.#isRunning(agentId)) return false
    const rerun = await readRerun(agentId, this.#services.store)
    return rerun.ok && rerunProgress(rerun.value).ok
  }

  /** The lease is for the whole rerun: between two turns its agent has none. */
  async #launch(rerunId: AgentId, signal: AbortSignal, resumes = false): Promise<Result<RunningRerun>> {
    const { leases, loop, logger } = this.#services
    const acquired = await leases.acquire(`rerun ${rerunId}`)
    if (!acquired.ok) return acquired
    const lease = acquired.value
    if (lease === null) return refuse(RUNS_ALREADY)
    this.#running.add(rerunId)
    const span = loop.spans.begin(rerunId)
    const run = async (): Promise<Result<null>> => {
      try {
        return await this.#run(rerunId, AbortSignal.any([signal, span.signal]), resumes)
      } finally {
        span.end()
        this.#running.delete(rerunId)
        await lease.release()
      }
    }
    return ok({ rerunId, ended: catchBug(run, { agentId: rerunId, fallback: err, logger }) })
  }

  async #run(rerunId: AgentId, signal: AbortSignal, resumes: boolean): Promise<Result<null>> {
    const rerun = await readRerun(rerunId, this.#services.store)
    if (!rerun.ok) return rerun
    const progress = rerunProgress(rerun.value)
    if (!progress.ok) return progress
    const resumed = resumes ? await recordStep(rerunId, { step: 'resumed' }, this.#services.hub) : ok(null)
    if (!resumed.ok) return resumed
    return new RerunRunner(rerun.value, progress.value, signal, this.#services).run()
  }

  /**
   * Runs an agent and its descendants again, as far as the steps are asked for; the caller has to ask for the first.
   * Stopping the agent or closing the engine ends it, also between two reruns, and so does the signal. REFUSED if there
   * is none to run.
   */
  async subtree(
    request: Omit<RerunRequest, 'promptId'>,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<Result<SubtreeRun>> {
    const { registry, store, loop } = this.#services
    const span = loop.spans.beginSeries(request.agentId)
    const stopped = AbortSignal.any([signal, span.signal])
    const start = (agentId: AgentId) => this.start({ ...request, agentId }, stopped)
    const wasStopped = async (rerunId: AgentId): Promise<boolean> => {
      const view = await this.view(rerunId)
      return view.ok && view.value.status === 'stopped'
    }
    const agents = await rerunAgents(request.agentId, { tree: registry.tree, store })
    if (!agents.ok) {
      span.end()
      return agents
    }
    const steps = subtreeSteps(agents.value, { start, wasStopped, signal: stopped, end: () => span.end() })
    return ok({ agents: agents.value, steps })
  }

  /** Runs an agent and its descendants again, and returns the first rerun; the others follow. REFUSED if none begins. */
  async startSubtree(request: Omit<RerunRequest, 'promptId'>): Promise<Result<RunningRerun>> {
    const subtree = await this.subtree(request)
    if (!subtree.ok) return subtree
    const { steps } = subtree.value
    const first = await firstBegun(steps)
    if (!first.ok) return first
    const follow = async (): Promise<Result<null>> => {
      for (let step = await steps.next(); step.done !== true; step = await steps.next());
      return DONE
    }
    const { logger } = this.#services
    return ok({
      rerunId: first.value.rerunId,
      ended: catchBug(follow, { agentId: request.agentId, fallback: err, logger }),
    })
  }

  /** REFUSED if the agent is no rerun. */
  async view(rerunId: AgentId): Promise<Result<RerunView>> {
    const agent = this.#services.registry.tree.get(rerunId)
    if (agent === undefined) return refuse(`No agent: ${rerunId}`)
    const isRunning = this.#isRunning(rerunId)
    return mapOk(await readRerun(rerunId, this.#services.store), (rerun) =>
      rerunView(rerun, { name: agent.name, isRunning }),
    )
  }

  #isRunning(rerunId: AgentId): boolean {
    return this.#running.has(rerunId) || this.#services.registry.isBusy(rerunId)
  }
}
