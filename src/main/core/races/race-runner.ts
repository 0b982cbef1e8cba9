import type { AgentId } from '../../../shared/ids.ts'
import type { LeaveReason } from '../../../shared/race.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { UnconfinedRuns } from '../agents/unconfined-runs.ts'
import type { RunLimits } from '../budgets/run-limits.ts'
import { promptEvent } from '../content/prompt-event.ts'
import type { TurnLoop } from '../conversation/turn-loop.ts'
import type { Clock } from '../ports/system-ports.ts'
import { testAttempt, type TestDependencies } from './attempt-tests.ts'
import { failurePrompt } from './failure-prompt.ts'
import { nextSteps, type RaceStep } from './next-steps.ts'
import type { RaceLog } from './race-log.ts'
import type { RaceState } from './race-state.ts'

export interface RunnerDependencies extends TestDependencies {
  readonly registry: AgentRegistry
  readonly loop: TurnLoop
  readonly limits: RunLimits
  readonly clock: Clock
  readonly unconfinedRuns: Pick<UnconfinedRuns, 'note' | 'limited'>
}

/** How long an attempt is left alone whose turn somebody else runs, ms. */
const BUSY_MS = 1_000
const MS_PER_MINUTE = 60_000

interface AttemptWork {
  readonly stop: AbortController
  readonly done: Promise<Result<null>>
}

/** Runs one race in this engine until it has ended, or until it is stopped; it can then be run again. */
export class RaceRunner {
  readonly #raceId: AgentId
  readonly #log: RaceLog
  readonly #dependencies: RunnerDependencies
  readonly #work = new Map<AgentId, AttemptWork>()
  #changed = Promise.withResolvers<undefined>()

  constructor(raceId: AgentId, log: RaceLog, dependencies: RunnerDependencies) {
    this.#raceId = raceId
    this.#log = log
    this.#dependencies = dependencies
  }

  /** Decides again, because something was recorded that others did. */
  wake(): void {
    this.#changed.resolve(undefined)
  }

  async run(signal: AbortSignal): Promise<Result<null>> {
    const { clock, limits } = this.#dependencies
    const onAbort = (): void => this.wake()
    signal.addEventListener('abort', onAbort, { once: true })
    const begun = await this.#log.state()
    if (!begun.ok) return begun
    const startedAt = clock.now()
    const { plan, attempts, activeMs } = begun.value
    const agents = attempts.map(({ agentId }) => agentId)
    const limited = await limits.put(this.#raceId, { agents, maxUsd: plan.max_usd, what: 'race' })
    if (!limited.ok) return limited
    const over = new AbortController()
    if (plan.max_minutes !== null) {
      const leftMs = plan.max_minutes * MS_PER_MINUTE - activeMs
      void clock.sleep(Math.max(0, leftMs), over.signal).then(() => this.wake())
    }
    const ended = await this.#steps(signal, () => activeMs + clock.now() - startedAt)
    for (const { stop } of this.#work.values()) stop.abort()
    await Promise.all([...this.#work.values()].map(({ done }) => done))
    over.abort()
    signal.removeEventListener('abort', onAbort)
    return ended
  }

  async #steps(signal: AbortSignal, activeMs: () => number): Promise<Result<null>> {
    for (;;) {
      this.#changed = Promise.withResolvers<undefined>()
      // Work that ends while the log is read may have recorded its end too late to be read.
      const working = new Set(this.#work.keys())
      const state = await this.#log.state()
      if (!state.ok) return state
      if (signal.aborted || state.value.hasEnded) return ok(null)
      const costs = this.#dependencies.limits.costs(state.value.attempts.map(({ agentId }) => agentId))
      // Its turn or its test ends, whoever decided that it leaves.
      for (const { agentId, left } of state.value.attempts) if (left !== null) this.#work.get(agentId)?.stop.abort()
      for (const step of nextSteps(state.value, { working, costs, activeMs: activeMs() })) {
        const taken = await this.#take(step, state.value, signal)
        if (!taken.ok) return taken
        if (step.type === 'leave' || step.type === 'end') this.wake()
      }
      await this.#changed.promise
    }
  }

  async #take(step: RaceStep, state: RaceState, signal: AbortSignal): Promise<Result<null>> {
    if (step.type === 'end') return this.#log.record({ step: 'ended', winner: step.winner })
    const { agentId } = step
    if (step.type === 'leave') {
      return this.#leave(agentId, step.reason)
    }
    const stop = new AbortController()
    const both = AbortSignal.any([signal, stop.signal])
    const done = (step.type === 'test' ? this.#test(agentId, state, both) : this.#turn(step, state, both)).then(
      (result) => {
        this.#work.delete(agentId)
        this.wake()
        return result
      },
    )
    this.#work.set(agentId, { stop, done })
    return ok(null)
  }

  #leave(agent: AgentId, reason: LeaveReason, message?: string): Promise<Result<null>> {
    return this.#log.record({ step: 'left', agent, reason, ...(message !== undefined && { message }) })
  }

  async #test(agentId: AgentId, { plan }: RaceState, signal: AbortSignal): Promise<Result<null>> {
    const limited = await this.#dependencies.unconfinedRuns.limited(this.#raceId, plan)
    const tested = limited.ok ? await testAttempt(agentId, limited.value, signal, this.#dependencies) : limited
    if (signal.aborted) return ok(null)
    if (!tested.ok) return this.#leave(agentId, 'error', tested.error.message)
    return this.#log.record(tested.value.data, tested.value.output)
  }

  /** Runs a turn of an attempt until it has ended, and records why if it did not end with an answer. */
  async #turn({ type, agentId }: RaceStep & { agentId: AgentId }, state: RaceState, signal: AbortSignal) {
    const { registry, loop, clock, limits } = this.#dependencies
    const agent = registry.tree.get(agentId)
    const attempt = state.attempts.find((each) => each.agentId === agentId)
    if (agent === undefined || attempt === undefined) return this.#leave(agentId, 'error', 'The agent is not known.')
    const prompt = type === 'send_back' ? await this.#failure(agentId, state) : ok(null)
    if (!prompt.ok) return prompt
    if (attempt.phase !== 'working') {
      const recorded = await this.#log.record({ step: 'started', agent: agentId })
      if (!recorded.ok) return recorded
    }
    const opening = prompt.value === null ? [] : [promptEvent(agentId, prompt.value, [])]
    const started = await loop.start(agent, { opening })
    if (!started.ok && started.busy === true) {
      await clock.sleep(BUSY_MS, signal)
      return ok(null)
    }
    if (!started.ok) return signal.aborted ? ok(null) : this.#leave(agentId, 'error', started.error.message)
    const cancel = (): void => void loop.cancel(agentId)
    signal.addEventListener('abort', cancel, { once: true })
    if (signal.aborted) cancel()
    const outcome = await started.ended
    signal.removeEventListener('abort', cancel)
    if (outcome === 'completed' || signal.aborted) return ok(null)
    if (outcome === 'cancelled') return this.#leave(agentId, 'person')
    if (limits.wasRefused(agentId)) return this.#leave(agentId, 'cost')
    return this.#leave(agentId, 'error', (await this.#log.error(agentId)) ?? TURN_FAILED)
  }

  async #failure(agentId: AgentId, { plan, attempts }: RaceState): Promise<Result<string>> {
    const run = attempts.find((attempt) => attempt.agentId === agentId)?.test ?? null
    if (run === null) return ok(plan.task)
    return mapOk(await this.#log.output(agentId), (output) => failurePrompt(plan.test, run, output))
  }
}

const TURN_FAILED = 'Its turn ended without an answer; its log says why.'
