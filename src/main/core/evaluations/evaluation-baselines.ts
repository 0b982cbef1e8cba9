import { type BaselineRun, needsAnswer } from '../../../shared/baseline.ts'
import type { TaskBaseline } from '../../../shared/evaluation.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { runBaseline } from '../races/baseline.ts'
import type { EvaluationPlan, EvaluationTask, WantedCase } from './evaluation-plan.ts'
import { baselineId, type EvaluationState } from './evaluation-state.ts'
import type { RunServices } from '../races/run-services.ts'

/** A test command that is to be run in an untouched worktree. */
interface DueBaseline {
  readonly tasks: readonly string[]
  readonly command: string
  readonly timeoutMs: number
  readonly folder: NonNullable<EvaluationTask['folder']>
}

/** The test commands of the tasks: one for all tasks that have it at the same commit of the same folder. */
function testCommands({ tasks }: Pick<EvaluationPlan, 'tasks'>): readonly DueBaseline[] {
  const found = new Map<string, DueBaseline>()
  for (const { name, folder, checks } of tasks) {
    for (const check of checks) {
      if (folder === null || !('test' in check)) continue
      const key = JSON.stringify([folder.path, folder.commit, check.test, check.timeout])
      const before = found.get(key)?.tasks ?? []
      const names = before.includes(name) ? before : [...before, name]
      found.set(key, { tasks: names, command: check.test, timeoutMs: check.timeout * 1_000, folder })
    }
  }
  return [...found.values()]
}

/** What test commands have shown before any request, as far as an evaluation needs it. */
export class EvaluationBaselines {
  readonly #plan: EvaluationPlan
  readonly #goesOn: boolean
  readonly #baselines: Map<string, TaskBaseline>

  constructor(plan: EvaluationPlan, { baselines, goesOn }: Pick<EvaluationState, 'baselines' | 'goesOn'>) {
    this.#plan = plan
    this.#goesOn = goesOn === true
    this.#baselines = new Map(baselines)
  }

  /**
   * Runs the commands of the tasks of these cases whose results are not known, and anew those that the user would be asked
   * about: what was missing may be there now. `onRun` records a result. Nothing is run if the plan says so.
   */
  async run(
    { agentId, cases, signal }: BaselineScope,
    onRun: (baseline: TaskBaseline, output: string) => Promise<Result<null>>,
    services: RunServices,
  ): Promise<Result<null>> {
    if (this.#plan.baseline === false || this.#goesOn) return ok(null)
    const { unconfined } = this.#plan
    for (const [number, due] of testCommands(this.#plan).entries()) {
      const { tasks, command: test, timeoutMs: timeout_ms, folder } = due
      const known = this.#baselines.get(baselineId(due))
      const isKnown = known !== undefined && !needsAnswer(known, this.#plan.goOn)
      if (signal.aborted || isKnown || !cases.some(({ task }) => tasks.includes(task))) continue
      const { path, commit } = folder
      const request = { agentId, folder: path, commit, number, test, timeout_ms, unconfined, signal }
      const ran = await runBaseline(request, services)
      if (signal.aborted) return ok(null)
      if (!ran.ok) return ran
      const baseline = { ...ran.value.run, tasks, command: test }
      const recorded = await onRun(baseline, ran.value.output)
      if (!recorded.ok) return recorded
      this.#baselines.set(baselineId(baseline), baseline)
    }
    return ok(null)
  }

  /** Whether the user is to be asked before cases begin. */
  asks(cases: readonly WantedCase[]): boolean {
    if (this.#goesOn) return false
    const ofCases = [...this.#baselines.values()].filter(({ tasks }) => cases.some(({ task }) => tasks.includes(task)))
    return ofCases.some((baseline) => needsAnswer(baseline, this.#plan.goOn))
  }

  /** Null: the command was not run before. */
  find(task: string, command: string): BaselineRun | null {
    return [...this.#baselines.values()].find((each) => each.command === command && each.tasks.includes(task)) ?? null
  }
}

interface BaselineScope {
  /** The evaluation, by whose rights the commands run. */
  readonly agentId: AgentId
  readonly cases: readonly WantedCase[]
  readonly signal: AbortSignal
}
