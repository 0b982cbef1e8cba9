import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { EvaluationView, PairResult } from '../../../shared/evaluation.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { formatModelSpec } from '../../../shared/model-spec.ts'
import { DONE, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { chooseModel } from '../models/choose-model.ts'
import type { Store } from '../ports/log-ports.ts'
import type { Worktrees } from '../ports/worktree-ports.ts'
import { type EvaluationPlan, type EvaluationTask } from './evaluation-plan.ts'
import { type EndedCase, EvaluationRunner, type EvaluationRunnerDependencies } from './evaluation-runner.ts'
import { evaluationState, type EvaluationState } from './evaluation-state.ts'
import { compareRuns, evaluationView } from './evaluation-view.ts'

export interface EvaluationDependencies extends EvaluationRunnerDependencies {
  readonly store: Pick<Store, 'events'>
  readonly worktrees: Pick<Worktrees, 'create' | 'arePossible'>
}

/** What a new evaluation is recorded with. */
export interface NewEvaluation {
  readonly name: string
  readonly file: string
  /** Of the file and its attachments, hex. */
  readonly sha256: string
}

const NAMED_TWICE = 'A model is named twice. Name each once; `--repeat` asks it more often.'

/** The step `begun` is among the first events of its agent. */
const FIRST_EVENTS = 10

/** Evaluations: tasks with checks that several models answer (docs/behaviour/evaluations.md). */
export class Evaluations {
  readonly #dependencies: EvaluationDependencies

  constructor(dependencies: EvaluationDependencies) {
    this.#dependencies = dependencies
  }

  /** Returns the newest evaluation of this file that is neither archived nor killed; null: there is none. */
  async find(sha256: string): Promise<Result<AgentId | null>> {
    const { registry, store } = this.#dependencies
    const agents = registry.tree.all()
    const parents = new Set(agents.map(({ parentId }) => parentId))
    const roots = agents.filter(
      ({ id, parentId, status }) => parentId === null && status !== 'killed' && parents.has(id),
    )
    for (const agent of roots.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))) {
      if (registry.summary(agent).archived === true) continue
      const events = await store.events({ agentId: agent.id, limit: FIRST_EVENTS, keeps: 'oldest' })
      if (!events.ok) return events
      if (evaluationState(events.value)?.sha256 === sha256) return ok(agent.id)
    }
    return ok(null)
  }

  /** Makes an agent an evaluation. */
  async begin(agentId: AgentId, { name, file, sha256 }: NewEvaluation): Promise<Result<null>> {
    const data = { step: 'begun', name, file, sha256 } as const
    const event = { agentId, turnId: null, kind: 'evaluation', content: null, data } as const
    return mapOk(await this.#dependencies.hub.record({ events: [event] }), () => null)
  }

  /** Returns the plan with the full names of its models. REFUSED, before anybody is asked, if it cannot be run. */
  async prepare(agentId: AgentId, plan: EvaluationPlan): Promise<Result<EvaluationPlan>> {
    const { tasks, unconfined } = plan
    const models = this.#fullNames(plan.models)
    if (!models.ok) return models
    if (new Set(models.value).size < models.value.length) return refuse(NAMED_TWICE)
    const judges = this.#fullNames(
      tasks.flatMap(({ checks }) => checks.flatMap((check) => ('judge' in check ? [check.judge] : []))),
    )
    if (!judges.ok) return judges
    for (const task of tasks) {
      const problem = await this.#taskProblem(agentId, task, unconfined)
      if (!problem.ok) return problem
      if (problem.value !== null) return refuse(`${task.name}: ${problem.value}`)
    }
    return ok({ ...plan, models: models.value })
  }

  /** A model with and without its default level is one model. */
  #fullNames(models: readonly string[]): Result<readonly string[]> {
    const names: string[] = []
    for (const model of models) {
      const chosen = chooseModel(model, this.#dependencies.config.pools)
      if (!chosen.ok) return refuse(chosen.message)
      names.push(formatModelSpec(chosen.choice))
    }
    return ok(names)
  }

  async #taskProblem(
    agentId: AgentId,
    { folder, checks }: EvaluationTask,
    unconfined: boolean,
  ): Promise<Result<string | null>> {
    const { checkAnswer, worktrees, testCommands } = this.#dependencies
    for (const check of checks)
      if ('schema' in check && (await checkAnswer(check.schema, null)) === null)
        return ok('The schema is not a JSON Schema (draft 2020-12) that can be used.')
    if (folder === null) return ok(null)
    if (!(await worktrees.arePossible(folder.path)))
      return ok(`${folder.path} is not in a git repository with a commit, or git is not installed.`)
    if (unconfined || !checks.some((check) => 'test' in check)) return ok(null)
    return mapOk(await testCommands.problem(agentId, folder.path), (reason) =>
      reason === null ? null : `The test command would run code of the models without a sandbox. ${reason}`,
    )
  }

  /**
   * Runs the cases that have no result yet. Until it resolves, its agent counts as busy in all engines; cancelling that
   * agent's turn stops the evaluation. REFUSED at the limit of dollars; what has been answered stays recorded.
   */
  async run(agentId: AgentId, plan: EvaluationPlan, onCase: (ended: EndedCase) => void): Promise<Result<null>> {
    const { registry, loop } = this.#dependencies
    const agent = registry.tree.get(agentId)
    if (agent === undefined) return refuse(`No agent: ${agentId}`)
    return loop.runExclusive(agent, async ({ signal }) => {
      // Read only now, because another engine may have run it until a moment ago.
      const state = await this.#state(agentId)
      if (!state.ok) return state
      const runner = new EvaluationRunner(agentId, { plan, state: state.value }, this.#dependencies)
      return signal.aborted ? DONE : runner.run(signal, onCase)
    })
  }

  async view(agentId: AgentId): Promise<Result<EvaluationView>> {
    const { limits } = this.#dependencies
    return mapOk(await this.#state(agentId), (state) => {
      const ids = [...state.cases.values()].map((each) => each.agentId)
      return evaluationView(state, { agentId, costs: limits.costs([agentId, ...ids]) })
    })
  }

  /** Compares the models that two evaluations have in common, at the tasks with the same names. */
  async compare(first: AgentId, second: AgentId): Promise<Result<readonly PairResult[]>> {
    const a = await this.#state(first)
    if (!a.ok) return a
    return mapOk(await this.#state(second), (b) => compareRuns(a.value, b))
  }

  async #state(agentId: AgentId): Promise<Result<EvaluationState>> {
    const events: Result<readonly AgentEvent[]> = await this.#dependencies.store.events({ agentId })
    if (!events.ok) return events
    const state = evaluationState(events.value)
    return state === null ? refuse(`No evaluation: ${agentId}`) : ok(state)
  }
}
