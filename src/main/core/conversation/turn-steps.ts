import { EMPTY_ANSWER, incompleteEnd, NO_PROGRESS, roundLimit } from '../../../shared/answer-end.ts'
import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AppError } from '../../../shared/app-error.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import type { StreamEvent } from '../../../shared/stream-event.ts'
import type { FinishReason } from '../../../shared/usage.ts'
import { type CutCall, cutCallsError, findCutCall } from './cut-calls.ts'
import { hasContent, type ModelResponse, responseKey } from './model-response.ts'
import { loopError, NO_ROUNDS, type RepeatedRounds, withRound } from './repeated-rounds.ts'
import type { TurnResult } from './turn.ts'

/** Most pauses in one turn; one more ends the turn. */
const MAX_PAUSES = 20

/** The state that the next request of a turn depends on. */
export interface RequestState {
  readonly toolRounds: number
  /** The request continues an answer that the provider paused. */
  readonly continuesPause: boolean
  /**
   * The terminal event of the paused answer, published if the next response only repeats that answer; null: there was
   * no pause.
   */
  readonly pausedEnd: StreamEvent | null
  /**
   * Responses that made no progress, as `responseKey` writes them: a pause, or only calls to unknown tools. Remembered
   * so that a proxy that replays one of them cannot keep the turn running.
   */
  readonly seenResponses: ReadonlySet<string>
  /** Number of calls that the output limit has cut off. */
  readonly cutCalls: number
  /** The model was asked once to correct its final answer. */
  readonly isCorrected: boolean
  /** The model was asked once more, because its answer was empty. A call begins anew. */
  readonly isAskedAgain: boolean
  readonly rounds: RepeatedRounds
}

export type TurnStep =
  | { readonly type: 'request'; readonly state: RequestState }
  | ToolsStep
  /** The agent was killed during the request: each call gets a result without being run, and the turn ends. */
  | { readonly type: 'abandon'; readonly calls: readonly ToolCallBlock[] }
  /** The final answer does not follow its schema, and the model gets the reason. */
  | { readonly type: 'correct'; readonly state: RequestState; readonly prompt: string }
  /** The error is recorded, and the turn ends. `nothingShown`: no part of an answer was shown. */
  | { readonly type: 'fail'; readonly error: AppError; readonly nothingShown: boolean }
  /** The cancel is recorded, and the turn ends. */
  | { readonly type: 'cancel' }
  /** Everything is recorded; the turn has ended. */
  | { readonly type: 'end'; readonly result: TurnResult }

export interface ToolsStep {
  readonly type: 'tools'
  readonly state: RequestState
  readonly calls: readonly ToolCallBlock[]
  readonly cut: CutCall | null
  readonly maxOutputTokens: number
  /** As in `Provider`. Missing: none. */
  readonly echoedTool?: string
}

/** What to record for a response besides its events. */
export interface Recording {
  /** Another request follows, so the turn stays marked as running. */
  readonly continues: boolean
  /** The event to publish once everything is recorded; null: none. */
  readonly end: StreamEvent | null
}

export interface ResponseFacts {
  /** The calls of the response. */
  readonly calls: readonly ToolCallBlock[]
  /** Whether the response has a text or files. Thinking is none. */
  readonly saysSomething: boolean
  /** Whether the model can be asked again: an outside agent cannot, because its turn has ended. */
  readonly canAskAgain: boolean
  readonly availableTools: ReadonlySet<string>
  /** As in `Provider`. Missing: none. */
  readonly echoedTool?: string | null
  /** The output limit of the request, in tokens. */
  readonly maxOutputTokens: number
}

/** `pending`: calls of the last answer that need their results before the next request. */
export function firstStep(pending: readonly ToolCallBlock[] = []): TurnStep {
  const state = {
    toolRounds: 0,
    continuesPause: false,
    pausedEnd: null,
    seenResponses: new Set<string>(),
    cutCalls: 0,
    isCorrected: false,
    isAskedAgain: false,
    rounds: NO_ROUNDS,
  }
  if (pending.length === 0) return { type: 'request', state }
  const after = { ...state, toolRounds: 1 }
  return { type: 'tools', state: after, calls: pending, cut: null, maxOutputTokens: 0 }
}

/** Whether nothing of an answer has been shown in this turn yet, so that another model can be tried. */
export function isFirstRequest({ toolRounds, continuesPause }: RequestState): boolean {
  return toolRounds === 0 && !continuesPause
}

/** Decides the step after a response, assuming that the response can be recorded (`afterRecording`). */
export function afterResponse(
  state: RequestState,
  response: ModelResponse,
  facts: ResponseFacts,
): { readonly record: Recording; readonly next: TurnStep } {
  const continuesPause =
    response.type === 'answered' && response.done.paused === true && state.seenResponses.size < MAX_PAUSES
  // A pause ends the turn only if the response after it is the same one again.
  const end = response.type === 'repeated' ? state.pausedEnd : terminalEvent(response)
  const after = {
    ...state,
    continuesPause,
    pausedEnd: continuesPause ? end : null,
    seenResponses: seenAfter(state, response, continuesPause, facts),
  }
  const nothingShown = isFirstRequest(state) && !hasContent(response)
  const next = nextStep(after, response, facts, nothingShown)
  return { record: { continues: next.type !== 'end', end: continuesPause ? null : end }, next }
}

function nextStep(state: RequestState, response: ModelResponse, facts: ResponseFacts, nothingShown: boolean): TurnStep {
  const { calls, maxOutputTokens, echoedTool = null } = facts
  if (response.type === 'failed') return ended({ outcome: 'failed', error: response.error, nothingShown })
  if (response.type === 'cancelled') return ended({ outcome: 'cancelled', error: null })
  if (response.type === 'repeated') return { type: 'fail', error: NO_PROGRESS, nothingShown: false }
  if (calls.length === 0) {
    return state.continuesPause ? { type: 'request', state } : afterAnswer(state, response.done, facts, nothingShown)
  }
  const cut = findCutCall(response, calls, maxOutputTokens)
  const toolRounds = state.toolRounds + 1
  const cutCalls = state.cutCalls + (cut === null ? 0 : 1)
  const after = { ...state, toolRounds, cutCalls, isAskedAgain: false }
  const echoed = echoedTool === null ? {} : { echoedTool }
  return { type: 'tools', state: after, calls, cut, maxOutputTokens, ...echoed }
}

/** Decides the step after an answer without calls. Only an answer that is known to be complete completes the turn. */
function afterAnswer(
  state: RequestState,
  { finishReason, paused }: Extract<StreamEvent, { type: 'done' }>,
  { saysSomething, canAskAgain }: ResponseFacts,
  nothingShown: boolean,
): TurnStep {
  const fail = (error: AppError): TurnStep => ({ type: 'fail', error, nothingShown })
  if (paused === true) return fail(NO_PROGRESS)
  const problem = incompleteEnd(finishReason)
  if (problem !== null && (saysSomething || !isSilent(finishReason))) return fail(problem)
  if (!saysSomething) {
    if (state.isAskedAgain || !canAskAgain) return fail(EMPTY_ANSWER)
    return { type: 'request', state: { ...state, isAskedAgain: true } }
  }
  return ended({ outcome: 'completed', error: null })
}

/** Whether an empty answer with this end gives no other reason for its being empty. */
function isSilent(reason: FinishReason): boolean {
  return reason === 'STOP' || reason === 'UNKNOWN' || reason === 'TOOL_USE'
}

/**
 * Decides the step after recording. `refused`: the response is recorded, but the turn must not continue, because its
 * agent was killed.
 */
export function afterRecording(
  recorded: 'recorded' | 'refused' | 'failed',
  next: TurnStep,
  calls: readonly ToolCallBlock[],
): TurnStep {
  if (recorded === 'recorded') return next
  return recorded === 'refused' ? { type: 'abandon', calls } : ended({ outcome: 'failed', error: NOT_RECORDED })
}

/** What is known when the calls of an answer have their results. */
export interface RoundEnd {
  readonly isStopped: boolean
  readonly results: readonly NewEvent[]
  /** Rounds of tools after which the turn pauses; infinite: it does not. */
  readonly maxToolRounds: number
}

/** Decides the step after a round of tools. A turn that pauses has all its results, and goes on where it is resumed. */
export function afterTools(
  { state, calls, cut, maxOutputTokens }: ToolsStep,
  { isStopped, results, maxToolRounds }: RoundEnd,
): TurnStep {
  if (isStopped) return { type: 'cancel' }
  const rounds = withRound(state.rounds, calls, results)
  const error =
    (cut === null ? null : cutCallsError(state.cutCalls, maxOutputTokens)) ??
    loopError(rounds) ??
    (state.toolRounds >= maxToolRounds ? roundLimit(maxToolRounds) : null)
  return error === null
    ? { type: 'request', state: { ...state, rounds } }
    : { type: 'fail', error, nothingShown: false }
}

/** Why a final answer cannot be accepted: a prompt that asks for a correction, and the error without another try. */
export interface AnswerProblem {
  readonly prompt: string
  readonly error: AppError
}

/** Decides the step after a final answer with a problem. The model gets one try to correct it. */
export function afterProblem(state: RequestState, { prompt, error }: AnswerProblem): TurnStep {
  if (state.isCorrected) return { type: 'fail', error, nothingShown: false }
  return { type: 'correct', state: { ...state, isCorrected: true }, prompt }
}

export const NOT_RECORDED: AppError = {
  category: 'STORAGE',
  message:
    'The answer could not be recorded. When ikigai is started again, what the journal has of its text comes back; copy the text that is shown if you need it.',
  retryable: false,
}

/** The final step; everything of the turn is recorded. */
export function ended(result: TurnResult): TurnStep {
  return { type: 'end', result }
}

function seenAfter(
  { seenResponses }: RequestState,
  { events }: ModelResponse,
  continuesPause: boolean,
  { calls, availableTools, echoedTool }: ResponseFacts,
): ReadonlySet<string> {
  const isProgress = !continuesPause && calls.some(({ name }) => availableTools.has(name) || name === echoedTool)
  const key = isProgress ? null : responseKey(events)
  return key === null ? seenResponses : new Set([...seenResponses, key])
}

function terminalEvent(response: ModelResponse): StreamEvent | null {
  if (response.type === 'answered') return response.done
  return response.type === 'failed' ? { type: 'error', error: response.error } : null
}
