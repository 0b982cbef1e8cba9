import type { NewEvent } from '../../../shared/agent-event.ts'
import type { RunSettings } from '../../../shared/evaluation.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { systemEvent } from '../commands/system-command.ts'
import { DEFAULT_SYSTEM_PROMPT } from '../conversation/prompts.ts'
import { chooseModel } from '../models/choose-model.ts'
import type { EvaluationPlan } from './evaluation-plan.ts'
import { evaluationState } from './evaluation-state.ts'
import { preparePlan, storedEvaluation, type StoredEvaluation } from './prepare-plan.ts'
import type { RunServices } from '../races/run-services.ts'

/** What a user wants evaluated. */
export interface EvaluationRequest extends RunSettings {
  /** The file with the tasks: absolute, or below `~`. */
  readonly file: string
  /** As for `/model`; one or more. */
  readonly models: readonly string[]
  readonly repeat: number
  /** Begins again, even if the same file was evaluated before. */
  readonly isNew: boolean
}

export interface OpenedEvaluation {
  readonly evaluationId: AgentId
  readonly plan: EvaluationPlan
  readonly isNew: boolean
}

/** The step `begun` is among the first events of its agent. */
const FIRST_EVENTS = 10

/**
 * Returns the evaluation of the same file with the same attachments, or a new one. A plan that cannot be run is REFUSED,
 * and leaves nothing in the tree.
 */
export async function openEvaluation(
  { file, models, repeat, isNew, ...settings }: EvaluationRequest,
  services: RunServices,
): Promise<Result<OpenedEvaluation>> {
  const stored = await storedEvaluation(file, services)
  if (!stored.ok) return stored
  const known = isNew ? ok(null) : await findEvaluation(stored.value.sha256, services)
  if (!known.ok) return known
  const evaluationId = known.value ?? services.ids.uuid()
  const wanted = { ...settings, tasks: stored.value.tasks, runs: [{ models, repeat }] }
  const plan = await preparePlan(evaluationId, wanted, services)
  if (!plan.ok) return plan
  const noted = await services.unconfinedRuns.note(evaluationId, settings.unconfined)
  if (!noted.ok) return noted
  const begun = known.value === null ? await begin(evaluationId, stored.value, models, services) : ok(null)
  return mapOk(begun, () => ({ evaluationId, plan: plan.value, isNew: known.value === null }))
}

/** Returns the newest evaluation of this file that is neither archived nor killed; null: there is none. */
async function findEvaluation(sha256: string, { registry, store }: RunServices): Promise<Result<AgentId | null>> {
  const agents = registry.tree.all()
  const parents = new Set(agents.map(({ parentId }) => parentId))
  const roots = agents.filter(({ id, parentId, status }) => parentId === null && status !== 'killed' && parents.has(id))
  for (const agent of roots.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))) {
    if (registry.summary(agent).archived === true) continue
    const events = await store.events({ agentId: agent.id, limit: FIRST_EVENTS, keeps: 'oldest' })
    if (!events.ok) return events
    if (evaluationState(events.value)?.sha256 === sha256) return ok(agent.id)
  }
  return ok(null)
}

/** Records the agent of a new evaluation. */
async function begin(
  id: AgentId,
  { name, file, sha256 }: StoredEvaluation,
  [model = '']: readonly string[],
  { hub, config, instructions }: RunServices,
): Promise<Result<null>> {
  const chosen = chooseModel(model, config)
  if (!chosen.ok) return refuse(chosen.message)
  const { choice } = chosen
  const agent = { id, name: `Evaluation: ${name}`, parentId: null, forkEventId: null, forkFromId: null, choice }
  const data = { step: 'begun', name, file, sha256 } as const
  const begun: NewEvent = { agentId: id, turnId: null, kind: 'evaluation', content: null, data }
  const recorded = await hub.record({ newAgents: [agent], events: [systemEvent(id, DEFAULT_SYSTEM_PROMPT), begun] })
  // What is asked is in the file alone.
  return recorded.ok ? instructions.switch(id, false) : recorded
}
