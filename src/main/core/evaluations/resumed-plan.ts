import type { AgentId } from '../../../shared/ids.ts'
import { refuse, type Result } from '../../../shared/result.ts'
import type { EvaluationPlan } from './evaluation-plan.ts'
import type { EvaluationState } from './evaluation-state.ts'
import { preparePlan } from './prepare-plan.ts'
import { storedEvaluation } from './stored-evaluation.ts'
import type { RunServices } from '../races/run-services.ts'

const NO_SETTINGS = 'It is not known how this evaluation was run. Start it again from its file.'

/**
 * Returns the plan by which an evaluation goes on: all its models and repetitions, by the settings of its newest run.
 * REFUSED if its file has changed, because the results would be about different tasks.
 */
export async function resumedPlan(
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
