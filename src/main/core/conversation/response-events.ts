import type { ErrorData, NewEvent } from '../../../shared/agent-event.ts'
import type { FilesNotSent, InterruptedData } from '../../../shared/response-data.ts'
import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import type { AppError } from '../../../shared/app-error.ts'
import type { PlainData } from '../../../shared/plain-request.ts'
import type { UnsentOption } from '../../../shared/model-options.ts'
import type { AgentId, TurnId } from '../../../shared/ids.ts'
import { abortedBy } from '../agents/engine-closing.ts'
import type { ProviderEvent } from '../ports/provider-ports.ts'
import type { ModelResponse } from './model-response.ts'
import { accumulateResponse, type BlockSource } from './turn-accumulator.ts'
import { defined } from '../../../shared/defined.ts'

/** The turn and the agent that an event belongs to. */
export interface TurnRef {
  readonly agentId: AgentId
  readonly turnId: TurnId
}

/**
 * Returns the events to record for one response: a complete answer, or the part that arrived with the reason why it
 * ended.
 */
export function responseEvents(
  { agentId, turnId, signal }: TurnRef & { readonly signal: AbortSignal },
  response: ModelResponse,
  source: BlockSource & {
    readonly unsentOptions?: readonly UnsentOption[]
    /** How the request was rendered. Missing: completely. */
    readonly plain?: PlainData | undefined
    readonly filesNotSent?: FilesNotSent | undefined
  },
  /** Estimated tokens; null: the usage was reported, or no request was sent. */
  estimate: number | null = null,
): readonly NewEvent[] {
  const turn = { agentId, turnId }
  const estimated = estimate === null ? {} : { estimated_tokens: estimate }
  switch (response.type) {
    case 'answered': {
      const { content, data } = accumulateResponse(response.events, source)
      const timing = {
        ...defined({ first_delta_ms: response.firstDeltaMs ?? undefined }),
        duration_ms: response.durationMs,
        ...defined({ thinking_ms: response.thinkingMs ?? undefined }),
      }
      const { unsentOptions: unsent = [], plain, filesNotSent } = source
      const options = defined({
        options_not_sent: unsent.length > 0 ? unsent : undefined,
        files_not_sent: filesNotSent,
        plain,
      })
      const calls = (data.blocks ?? []).flatMap((block) => (block.type === 'tool_call' ? [callEvent(turn, block)] : []))
      return [{ ...turn, kind: 'assistant', content, data: { ...data, ...options, ...estimated, ...timing } }, ...calls]
    }
    case 'repeated':
      return []
    case 'cancelled':
      return [interruptedEvent(turn, response.events, source, abortedBy(signal), estimated)]
    case 'failed': {
      const hasContent = response.events.some((event) => 'blockIndex' in event)
      const partial = hasContent ? [interruptedEvent(turn, response.events, source, 'error', estimated)] : []
      return [...partial, errorEvent(turn, response.error, source.choice, source.plain)]
    }
  }
}

function callEvent(turn: TurnRef, { id, name, arguments: input }: ToolCallBlock): NewEvent {
  return { ...turn, kind: 'tool_call', content: null, data: { tool_call_id: id, name, arguments: input } }
}

/** The event for an incomplete answer, with the part that arrived. */
export function interruptedEvent(
  turn: TurnRef,
  events: readonly ProviderEvent[],
  source: BlockSource,
  reason: InterruptedData['reason'],
  more: Partial<InterruptedData> = {},
): NewEvent {
  const { content, data } = accumulateResponse(events, source)
  const { requested_model: _asked, finish_reason: _finish, response_id: _id, ...kept } = data
  return {
    ...turn,
    kind: 'interrupted',
    content,
    data: { reason, ...kept, ...more },
  }
}

/** The event for a failed request. */
export function errorEvent(turn: TurnRef, error: AppError, choice: ModelChoice | null, plain?: PlainData): NewEvent {
  const data: ErrorData = {
    category: error.category,
    retryable: error.retryable,
    ...defined({
      http_status: error.httpStatus,
      provider_code: error.providerCode,
      retry_after_ms: error.retryAfterMs,
      request_id: error.requestId,
    }),
    ...(choice !== null && { provider: choice.provider, model: choice.model }),
    ...defined({ plain }),
  }
  return { ...turn, kind: 'error', content: error.message, data }
}

/** Returns the calls in the answers among the events, in their order. */
export function callsIn(events: readonly NewEvent[]): readonly ToolCallBlock[] {
  const blocks = events.flatMap((event) => (event.kind === 'assistant' ? (event.data.blocks ?? []) : []))
  return blocks.filter((block) => block.type === 'tool_call')
}
