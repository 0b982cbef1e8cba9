import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AppError } from '../../../shared/app-error.ts'
import { jsonAnswer } from '../../../shared/json-answer.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { CheckAnswer } from '../ports/tool-ports.ts'
import type { ModelResponse } from './model-response.ts'
import { recordWithRetry } from './retry-storage.ts'
import type { AnswerProblem, TurnStep } from './turn-steps.ts'
import type { Turn } from './turn.ts'
import type { TurnServices } from './turn-services.ts'

/** Most problems that are named: one mistake often causes several. */
const MAX_PROBLEMS = 10

/** Whether the response is a complete final answer, which must follow the schema. A cut one is reported as such. */
export function isFinalAnswer(response: ModelResponse, calls: readonly unknown[]): boolean {
  if (response.type !== 'answered' || calls.length > 0) return false
  return response.done.finishReason === 'STOP' && response.done.paused !== true
}

/** Returns why a final answer cannot be accepted; null: it follows the schema. */
export async function answerProblem(
  answer: string,
  schema: JsonObject,
  check: CheckAnswer,
): Promise<AnswerProblem | null> {
  const problems = await problemsOf(answer, schema, check)
  if (problems.length === 0) return null
  return { prompt: correctionPrompt(problems, schema), error: schemaError(problems) }
}

/** Records the request for a correction as a prompt of the turn, so that the conversation explains itself. */
export async function askForCorrection(
  { state, prompt }: Extract<TurnStep, { type: 'correct' }>,
  { agentId, turnId, choice, signal }: Turn,
  services: TurnServices,
): Promise<TurnStep> {
  const events: NewEvent[] = [{ agentId, turnId, kind: 'user', content: prompt, data: null }]
  const startedTurns = [{ agentId, turnId, choice }]
  const recorded = await recordWithRetry({ events, startedTurns }, signal, services)
  return recorded !== 'recorded' || signal.aborted ? { type: 'cancel' } : { type: 'request', state }
}

async function problemsOf(answer: string, schema: JsonObject, check: CheckAnswer): Promise<readonly string[]> {
  const json = jsonAnswer(answer)
  if (json === null) return ['it is not one JSON value']
  const problems = await check(schema, json.value)
  return problems === null ? ['it could not be checked against the schema'] : problems.slice(0, MAX_PROBLEMS)
}

function correctionPrompt(problems: readonly string[], schema: JsonObject): string {
  const list = problems.map((problem) => `- ${problem}`).join('\n')
  return `Your answer does not follow the required JSON Schema:\n${list}\n\nAnswer again with the corrected JSON value \
alone: no sentence before or after it, and no code fence. The schema:\n\n${JSON.stringify(schema)}`
}

function schemaError(problems: readonly string[]): AppError {
  const message = `The answer does not follow the schema, even after one correction: ${problems.join('; ')}. Change the schema or the prompt, or try another model.`
  return { category: 'UNKNOWN', message, retryable: false }
}
