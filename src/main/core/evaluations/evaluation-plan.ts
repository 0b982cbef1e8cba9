import type { AttachmentBlock } from '../../../shared/attachment.ts'
import type { CaseKey } from '../../../shared/evaluation.ts'
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
export interface EvaluationPlan {
  readonly tasks: readonly EvaluationTask[]
  /** As for `/model`. */
  readonly models: readonly string[]
  readonly repeat: number
  /** Most cases at the same time. */
  readonly atOnce: number
  /** Limit of the whole evaluation, earlier runs included, US dollars; null: none. */
  readonly maxUsd: number | null
  /** Test commands may run where there is no sandbox. */
  readonly unconfined: boolean
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
  { tasks, models, repeat }: Pick<EvaluationPlan, 'tasks' | 'models' | 'repeat'>,
  { cases }: Pick<EvaluationState, 'cases'>,
): readonly WantedCase[] {
  const repeats = Array.from({ length: repeat }, (_, index) => index + 1)
  const all = repeats.flatMap((each) =>
    tasks.flatMap((of) => models.map((model): WantedCase => ({ task: of.name, of, model, repeat: each }))),
  )
  return all.filter((wanted) => cases.get(caseId(wanted))?.checked == null)
}
