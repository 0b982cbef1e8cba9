import type { ErrorCategory } from '../../../shared/app-error.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { LeaveReason, LimitReason } from '../../../shared/race.ts'
import type { TestRun } from '../../../shared/test-run.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import { promptEvent } from '../content/input-events.ts'
import { testAttempt } from './attempt-tests.ts'
import { runBaseline } from './baseline.ts'
import { nextSteps, type RaceStep } from './next-steps.ts'
import type { RaceLog } from './race-log.ts'
import { asksUser, type RaceState } from './race-state.ts'
import { fenced } from '../../../shared/fenced.ts'
import { plainText } from './test-report.ts'
import type { RunServices } from './run-services.ts'
import { reachedTimeLimit } from './test-time-limits.ts'

/** How long an attempt is left alone whose turn somebody else runs, ms. */
const BUSY_MS = 1_000
const MS_PER_MINUTE = 60_000

interface AttemptWork {
  readonly stop: AbortController
  readonly done: Promise<Result<null>>
  readonly isTurn: boolean
}

/** Runs one race in this engine until it has ended, asks the user, or is stopped; it can then be run again. */
export class RaceRunner {
  readonly #raceId: AgentId
  readonly #log: RaceLog
  readonly #services: RunServices
  readonly #work = new Map<AgentId, AttemptWork>()
  /** Attempts beside whose present work another one worked. */
  readonly #besideOthers = new Set<AgentId>()
  #changed = Promise.withResolvers<undefined>()

  constructor(raceId: AgentId, log: RaceLog, services: RunServices) {
    this.#raceId = raceId
    this.#log = log
    this.#services = services
  }

  /** Decides again, because something was recorded that others did. */
  wake(): void {
    this.#changed.resolve(undefined)
  }

  async run(signal: AbortSignal): Promise<Result<null>> {
    const { clock, runLimits, roundLimits } = this.#services
    const onAbort = (): void => this.wake()
    signal.addEventListener('abort', onAbort, { once: true })
    const begun = await this.#log.state()
    if (!begun.ok) return begun
    const tried = await this.#baseline(begun.value, signal)
    if (!tried.ok) return tried
    const startedAt = clock.now()
    const { plan, attempts, activeMs } = begun.value
    const agents = attempts.map(({ agentId }) => agentId)
    const limited = await runLimits.put(this.#raceId, { agents, maxUsd: plan.max_usd, what: 'race' })
    if (!limited.ok) return limited
    roundLimits.put(this.#raceId, plan.max_tool_turns ?? null)
    const over = new AbortController()
    if (plan.max_minutes !== null) {
      const leftMs = plan.max_minutes * MS_PER_MINUTE - activeMs
      void clock.sleep(Math.max(0, leftMs), over.signal).then(() => this.wake())
    }
    const ended = await this.#steps(signal, () => activeMs + clock.now() - startedAt)
    for (const { stop } of this.#work.values()) stop.abort()
    await Promise.all([...this.#work.values()].map(({ done }) => done))
    over.abort()
    roundLimits.release(this.#raceId)
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
      if (signal.aborted || state.value.hasEnded || asksUser(state.value)) return ok(null)
      const costs = this.#services.runLimits.costs(state.value.attempts.map(({ agentId }) => agentId))
      // Its turn or its test ends, whoever decided that it leaves.
      for (const { agentId, left, limit } of state.value.attempts) {
        const work = this.#work.get(agentId)
        if (left !== null || (limit !== null && work?.isTurn === true)) work?.stop.abort()
      }
      for (const step of nextSteps(state.value, { working, costs, activeMs: activeMs() })) {
        const taken = await this.#take(step, state.value, signal)
        if (!taken.ok) return taken
        if (step.type === 'leave' || step.type === 'limit' || step.type === 'end') this.wake()
      }
      await this.#changed.promise
    }
  }

  async #take(step: RaceStep, state: RaceState, signal: AbortSignal): Promise<Result<null>> {
    if (step.type === 'end') return this.#log.record({ step: 'ended', winner: step.winner })
    const { agentId } = step
    if (step.type === 'limit') return this.#limit(agentId, step.reason)
    if (step.type === 'leave') {
      const attempt = state.attempts.find((each) => each.agentId === agentId)
      const why = attempt?.timedOut ?? attempt?.test?.missing
      return this.#leave(agentId, step.reason, step.reason === 'environment' ? why : undefined)
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
    this.#work.set(agentId, { stop, done, isTurn: step.type !== 'test' })
    this.#besideOthers.delete(agentId)
    if (this.#work.size > 1) for (const each of this.#work.keys()) this.#besideOthers.add(each)
    return ok(null)
  }

  #leave(agent: AgentId, reason: LeaveReason, message?: string): Promise<Result<null>> {
    return this.#log.record({ step: 'left', agent, reason, ...(message !== undefined && { message }) })
  }

  #limit(agent: AgentId, reason: LimitReason, message?: string): Promise<Result<null>> {
    return this.#log.record({ step: 'limited', agent, reason, ...(message !== undefined && { message }) })
  }

  /** Runs the test before the first attempt begins, unless it has been run or the plan leaves it out. */
  async #baseline({ plan, baseline, attempts, hasEnded }: RaceState, signal: AbortSignal): Promise<Result<null>> {
    const isDue = plan.baseline !== false && baseline === null && !hasEnded
    if (!isDue || attempts.some(({ phase }) => phase !== 'waiting')) return ok(null)
    const { folders, unconfinedRuns } = this.#services
    const folder = await folders.folderOf(this.#raceId)
    if (!folder.ok) return folder
    const limited = await unconfinedRuns.limited(this.#raceId, plan)
    if (!limited.ok) return limited
    const request = { ...limited.value, agentId: this.#raceId, folder: folder.value.folder, signal }
    const ran = await runBaseline(request, this.#services)
    if (signal.aborted) return ok(null)
    if (!ran.ok) return ran
    return this.#log.record({ step: 'baseline', ...ran.value.run }, ran.value.output)
  }

  async #test(agentId: AgentId, { plan }: RaceState, signal: AbortSignal): Promise<Result<null>> {
    const limited = await this.#services.unconfinedRuns.limited(this.#raceId, plan)
    const tested = limited.ok ? await testAttempt(agentId, limited.value, signal, this.#services) : limited
    if (signal.aborted) return ok(null)
    if (!tested.ok) return this.#leave(agentId, 'error', tested.error.message)
    const { data, output } = tested.value
    const limit =
      data.passed || !this.#besideOthers.has(agentId) ? null : reachedTimeLimit({ note: null, ...data, output })
    return this.#log.record(limit === null ? data : { ...data, timed_out: limit }, output)
  }

  /** Runs a turn of an attempt until it has ended, and records why if it did not end with an answer. */
  async #turn({ type, agentId }: RaceStep & { agentId: AgentId }, state: RaceState, signal: AbortSignal) {
    const { registry, loop, clock, runLimits } = this.#services
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
    if (runLimits.wasRefused(agentId)) return this.#limit(agentId, 'cost')
    const error = await this.#log.error(agentId)
    const limit = error === null ? null : limitOf(error.data.category)
    if (limit !== null) return this.#limit(agentId, limit, error?.content ?? undefined)
    return this.#leave(agentId, 'error', error?.content ?? TURN_FAILED)
  }

  async #failure(agentId: AgentId, { plan, attempts }: RaceState): Promise<Result<string>> {
    const run = attempts.find((attempt) => attempt.agentId === agentId)?.test ?? null
    if (run === null) return ok(plan.task)
    return mapOk(await this.#log.output(agentId), (output) => failurePrompt(plan.test, run, output))
  }
}

function limitOf(category: ErrorCategory): LimitReason | null {
  if (category === 'TOOL_ROUNDS') return 'rounds'
  return category === 'TOOL_LOOP' ? 'loop' : null
}

const TURN_FAILED = 'Its turn ended without an answer; its log says why.'

/** The prompt that sends a failure back to an attempt. */
function failurePrompt(command: string, run: TestRun, output: string): string {
  const printed = plainText(output).trimEnd()
  const said = printed === '' ? 'It printed nothing.' : `It printed:\n\n${fenced(printed)}`
  return `The test command \`${command}\` was run in your folder after your turn, and it failed: ${failureText(run)}.\n\n${said}\n\nFind the cause and fix it. The command is run again when your turn ends.`
}

function failureText({ counts, exit_code: code, note }: TestRun): string {
  const end = code === null ? (note ?? 'it did not exit').replaceAll(/^\[|\.?\]$/g, '') : `exit code ${code}`
  if (counts === null) return end
  return `${end}, ${counts.passed} of ${counts.passed + counts.failed} tests passed`
}
