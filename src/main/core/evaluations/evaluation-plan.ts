import type { AttachmentBlock } from '../../../shared/attachment.ts'
import type { CaseKey, RunSettings } from '../../../shared/evaluation.ts'
import type { EvaluationCheck } from '../../../shared/evaluation-file.ts'
import { caseId, type EvaluationState } from './evaluation-state.ts'

/** A task of an evaluation, with its files stored and its folder found. */
export interface EvaluationTask {
  readonly name: string
  readonly prompt: string
  /** Null: that of the evaluation. */
  readonly system: string | null
  readonly attachments: readonly AttachmentBlock[]
  /** Each case works on a copy of this commit; null: without a folder. `path`: absolute, symlinks resolved. */
  readonly folder: { readonly path: string; readonly commit: string } | null
  readonly checks: readonly EvaluationCheck[]
}

/** What one run of an evaluation wants. */
export interface EvaluationPlan extends RunSettings {
  readonly tasks: readonly EvaluationTask[]
  /** The models, as for `/model`, and how often each is asked each task. */
  readonly runs: readonly { readonly models: readonly string[]; readonly repeat: number }[]
}

/** A case to work on. */
export interface WantedCase extends CaseKey {
  readonly of: EvaluationTask
}

/**
 * Returns the cases that have no result yet. The first repetition of all comes first, so that a run that is stopped early
 * has asked all models about the same tasks.
 */
export function wantedCases(
  { tasks, runs }: Pick<EvaluationPlan, 'tasks' | 'runs'>,
  { cases }: Pick<EvaluationState, 'cases'>,
): readonly WantedCase[] {
  const most = Math.max(0, ...runs.map(({ repeat }) => repeat))
  const all = Array.from({ length: most }, (_, index) => index + 1).flatMap((each) => {
    const models = runs.flatMap((run) => (run.repeat < each ? [] : run.models))
    return tasks.flatMap((of) => models.map((model): WantedCase => ({ task: of.name, of, model, repeat: each })))
  })
  return all.filter((wanted) => cases.get(caseId(wanted))?.checked == null)
}
