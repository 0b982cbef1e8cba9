import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { EvaluationView, PairResult } from '../../../shared/evaluation.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { isCompleteAnswer } from '../../../shared/answer-end.ts'
import { DONE, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { EvaluationPlan } from './evaluation-plan.ts'
import { EvaluationRunner, type RunListeners } from './evaluation-runner.ts'
import { askedBaselines, evaluationState, type EvaluationState } from './evaluation-state.ts'
import { evaluationPage } from './evaluation-page.ts'
import { compareRuns, evaluationView } from './evaluation-view.ts'
import { type EvaluationRequest, openEvaluation, type OpenedEvaluation } from './open-evaluation.ts'
import type { RunServices } from '../races/run-services.ts'
import { preparePlan, storedEvaluation } from './prepare-plan.ts'

const ASKS_NOT = 'This evaluation does not ask whether to go on.'
/** The answer of a case is among the last events of its agent. */
const LAST_EVENTS = 20

/** Evaluations: tasks with checks that several models answer (docs/behaviour/evaluations.md). */
export class Evaluations {
  readonly #services: RunServices

  constructor(services: RunServices) {
    this.#services = services
  }

  /**
   * Returns the evaluation of the same file, or a new one, and the plan to run it by. REFUSED, without anything in the
   * tree, if the file or the plan is wrong.
   */
  open(request: EvaluationRequest): Promise<Result<OpenedEvaluation>> {
    return openEvaluation(request, this.#services)
  }

  /**
   * Runs the cases that have no result yet. Until it resolves, its agent counts as busy in all engines; cancelling that
   * agent's turn stops the evaluation. REFUSED at the limit of dollars; what has been answered stays recorded.
   */
  async run(agentId: AgentId, plan: EvaluationPlan, listeners: RunListeners = {}): Promise<Result<null>> {
    const { registry, loop } = this.#services
    const agent = registry.tree.get(agentId)
    if (agent === undefined) return refuse(`No agent: ${agentId}`)
    return loop.runExclusive(agent, async ({ signal }) => {
      // Read only now, because another engine may have run it until a moment ago.
      const state = await this.#state(agentId)
      if (!state.ok) return state
      const runner = new EvaluationRunner(agentId, { plan, state: state.value }, this.#services)
      return signal.aborted ? DONE : runner.run(signal, listeners)
    })
  }

  /** Opens an evaluation and begins to run it. Returns its agent as soon as it runs. */
  async start(request: EvaluationRequest): Promise<Result<AgentId>> {
    const opened = await this.open(request)
    if (!opened.ok) return opened
    const { evaluationId, plan } = opened.value
    return mapOk(await this.#begin(evaluationId, plan), () => evaluationId)
  }

  /**
   * Goes on with an evaluation that was stopped, by the settings of its newest run. Resolves as soon as it runs. REFUSED
   * if its file has changed since, or it runs in any engine.
   */
  async resume(evaluationId: AgentId): Promise<Result<null>> {
    const state = await this.#state(evaluationId)
    if (!state.ok) return state
    const plan = await resumedPlan(evaluationId, state.value, this.#services)
    return plan.ok ? this.#begin(evaluationId, plan.value) : plan
  }

  /**
   * Records whether an evaluation that asks goes on; `run` or `resume` then runs it. If not, it stays stopped, and asks again
   * when it is resumed. REFUSED if it does not ask, as after another answer.
   */
  async answer(evaluationId: AgentId, goesOn: boolean): Promise<Result<null>> {
    const state = await this.#state(evaluationId)
    if (!state.ok) return state
    if (askedBaselines(state.value).length === 0) return refuse(ASKS_NOT)
    const data = { step: 'answered', go_on: goesOn } as const
    const event = { agentId: evaluationId, turnId: null, kind: 'evaluation', content: null, data } as const
    return mapOk(await this.#services.hub.record({ events: [event] }), () => null)
  }

  /** Like `run`, and resolves as soon as it runs. */
  #begin(evaluationId: AgentId, plan: EvaluationPlan): Promise<Result<null>> {
    return new Promise((resolve) => {
      void this.run(evaluationId, plan, { onBegun: () => resolve(DONE) }).then(resolve)
    })
  }

  async view(agentId: AgentId): Promise<Result<EvaluationView>> {
    const { runLimits, registry } = this.#services
    return mapOk(await this.#state(agentId), (state) => {
      const ids = [...state.cases.values()].map((each) => each.agentId)
      const costs = runLimits.costs([agentId, ...ids])
      return evaluationView(state, { agentId, costs, isRunning: registry.isBusy(agentId) })
    })
  }

  /** Compares the models that two evaluations have in common, at the tasks with the same names. */
  async compare(first: AgentId, second: AgentId): Promise<Result<readonly PairResult[]>> {
    const a = await this.#state(first)
    if (!a.ok) return a
    return mapOk(await this.#state(second), (b) => compareRuns(a.value, b))
  }

  /**
   * Returns the results as one HTML file with the answers, in English. `other`: another evaluation whose models are
   * compared; null: none is.
   */
  async page(agentId: AgentId, other: AgentId | null): Promise<Result<string>> {
    const view = await this.view(agentId)
    if (!view.ok) return view
    const compared = other === null ? ok(null) : await this.compare(agentId, other)
    if (!compared.ok) return compared
    const answers = new Map<AgentId, string>()
    for (const each of view.value.cases) {
      const events = await this.#services.store.events({ agentId: each.agentId, limit: LAST_EVENTS })
      if (!events.ok) return events
      const answer = events.value.findLast(isCompleteAnswer)?.content ?? null
      if (answer !== null) answers.set(each.agentId, answer)
    }
    return ok(evaluationPage({ view: view.value, answers, compared: compared.value }))
  }

  async #state(agentId: AgentId): Promise<Result<EvaluationState>> {
    const events: Result<readonly AgentEvent[]> = await this.#services.store.events({ agentId })
    if (!events.ok) return events
    const state = evaluationState(events.value)
    return state === null ? refuse(`No evaluation: ${agentId}`) : ok(state)
  }
}

const NO_SETTINGS = 'It is not known how this evaluation was run. Start it again from its file.'

/**
 * Returns the plan by which an evaluation goes on: all its models and repetitions, by the settings of its newest run.
 * REFUSED if its file has changed, because the results would be about different tasks.
 */
async function resumedPlan(
  evaluationId: AgentId,
  { file, sha256, repeats, settings }: EvaluationState,
  services: RunServices,
): Promise<Result<EvaluationPlan>> {
  if (settings === null) return refuse(NO_SETTINGS)
  const stored = await storedEvaluation(file, services)
  if (!stored.ok) return stored
  if (stored.value.sha256 !== sha256)
    return refuse(`${file} or a file that it attaches has changed since. Start a new evaluation of it.`)
  const groups = Map.groupBy([...repeats], ([, repeat]) => repeat)
  const runs = [...groups].map(([repeat, models]) => ({ repeat, models: models.map(([model]) => model) }))
  const limited = await services.unconfinedRuns.limited(evaluationId, settings)
  if (!limited.ok) return limited
  return preparePlan(evaluationId, { ...limited.value, tasks: stored.value.tasks, runs }, services)
}
