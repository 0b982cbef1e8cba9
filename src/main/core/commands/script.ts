import type { AppError } from '../../../shared/app-error.ts'
import type { SubmitResult } from '../../../shared/contract.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { type InputStep, parseInput } from '../../../shared/slash-commands.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'

/** What one step has done. */
export type StepResult = Pick<SubmitResult, 'answers' | 'children' | 'startedChildren' | 'sequel' | 'queued'> & {
  /** The turn that the step started. */
  readonly turn: Promise<TurnOutcome> | null
}

/** What was typed, as steps. */
export interface Script {
  readonly first: InputStep
  readonly rest: readonly InputStep[]
}

/** A script whose first line was carried out. */
export interface BegunScript {
  readonly first: StepResult
  readonly rest: readonly InputStep[]
}

/** The result of a step that did nothing of its own. */
export const NOTHING = { answers: [], children: [], startedChildren: [] }

/** Reads what was typed or pasted; `asText`: it is one prompt, whatever it says. */
export function asScript(text: string, asText: boolean): Result<Script> {
  const parsed = parseInput(text, { asText })
  if (!parsed.ok) return refuse(parsed.message)
  const [first, ...rest] = parsed.steps
  return first === undefined ? refuse('Nothing to send.') : ok({ first, rest })
}

/** The result of the steps up to the second one. */
export function joined(before: StepResult, step: StepResult): StepResult {
  return {
    ...before,
    ...step,
    answers: [...before.answers, ...step.answers],
    children: [...before.children, ...step.children],
    startedChildren: [...before.startedChildren, ...step.startedChildren],
  }
}

/** The error of a script that stopped in the middle, after the answers of the steps before it. */
export function afterAnswers(error: AppError, answers: readonly string[]): AppError {
  return answers.length === 0 ? error : { ...error, message: `${answers.join('\n')}\n${error.message}` }
}
