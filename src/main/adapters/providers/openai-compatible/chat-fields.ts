import { isJsonObject } from '../../../../shared/json.ts'
import type { FinishReason } from '../../../../shared/usage.ts'
import type { ProviderEvent } from '../../../core/ports/provider-ports.ts'
import { textField } from '../wire-value.ts'
import type { ReasoningDetails } from './reasoning-details.ts'
import { type DetailsField } from './reasoning-details.ts'
import { defined } from '../../../../shared/defined.ts'

export const CHAT_FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'STOP',
  eos: 'STOP',
  length: 'LENGTH',
  max_tokens: 'LENGTH',
  model_length: 'LENGTH',
  tool_calls: 'TOOL_USE',
  function_call: 'TOOL_USE',
  content_filter: 'CONTENT_FILTER',
  refusal: 'CONTENT_FILTER',
}

/** Fields of a delta in which servers put thinking. */
export const REASONING_FIELDS = [
  'reasoning_content',
  'reasoning',
  'thinking',
  'thinking_content',
  'reasoning_text',
  'thought',
  'thoughts',
] as const
export const THOUGHT_PARTS: ReadonlySet<string> = new Set(['thinking', 'reasoning', 'reasoning_content', 'thought'])
export const CALL_PARTS: ReadonlySet<string> = new Set(['tool_use', 'tool_call', 'function_call'])

/** Stored with thinking that came in tags of the text. It is not sent back. */
export const TAGGED_FIELD = 'content'

/** For a response that ended with an error without a message. */
export const UNEXPLAINED = { message: 'the answer ended with an error' }

/** The block that receives streamed text. */
export interface OpenBlock {
  type: 'text' | 'thinking'
  readonly index: number
  readonly details: ReasoningDetails
  text: string
  field: string | undefined
  /** The field of the details, once there are any. */
  detailsField: DetailsField | undefined
}

/** Emits the data of a thinking block for the replay, as far as it has arrived; chat-request.ts describes the forms. */
export function pushThinkingData({ index, details, detailsField, field: name }: OpenBlock, out: ProviderEvent[]): void {
  const { whole } = details
  if (name === undefined && whole.length === 0) return
  const isOther = detailsField !== undefined && detailsField !== 'reasoning_details'
  const providerData = defined({
    field: name,
    details: whole.length > 0 ? whole : undefined,
    details_field: isOther ? detailsField : undefined,
  })
  out.push({ type: 'block_data', blockIndex: index, blockType: 'thinking', providerData })
}

/** Returns the text of thinking: a text, an object or part with one, or a list of these. */
export function reasoningText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(reasoningText).join('')
  if (!isJsonObject(value)) return ''
  return reasoningText(['thinking', 'reasoning', 'text', 'content', 'summary'].map((key) => value[key]).find(Boolean))
}

/** Returns the reason of the end, wherever a server puts it. */
export function finishIn(places: readonly unknown[]): string | undefined {
  return places
    .flatMap((place) => [textField(place, 'finish_reason'), textField(place, 'finishReason')])
    .find((reason) => reason !== undefined)
}
