import { type AppError, refused } from '../../../shared/app-error.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import { withThousands } from '../../../shared/thinking-feedback.ts'
import type { ToolBatch } from '../tools/tool-batch.ts'
import type { ModelResponse } from './model-response.ts'

/** A tool call that is not run, because the output limit cut off its arguments. */
export type CutCall = NonNullable<ToolBatch['cut']>

/**
 * Cut calls allowed in one turn. A model whose call is cut again after the first notice would repeat it indefinitely.
 */
const MAX_CUT_CALLS = 2

/**
 * Returns the tool call at the end of an answer that reached the output limit (tokens), with the text of its result;
 * null if no call was cut. A call whose arguments are a non-empty JSON object was not cut.
 */
export function findCutCall(
  response: ModelResponse,
  calls: readonly ToolCallBlock[],
  limitTokens: number,
): CutCall | null {
  const last = calls.at(-1)
  if (response.type !== 'answered' || response.done.finishReason !== 'LENGTH' || last === undefined) return null
  if (last.malformed_arguments === undefined && Object.keys(last.arguments).length > 0) return null
  return endsWith(response, last) ? { callId: last.id, message: cutResult(last.name, limitTokens) } : null
}

/** The error that ends a turn with too many cut calls; null: the turn continues. */
export function cutCallsError(cutCalls: number, limitTokens: number): AppError | null {
  if (cutCalls < MAX_CUT_CALLS) return null
  return refused(
    `The turn was ended: ${cutCalls} tool calls were cut by the output limit of ${withThousands(limitTokens)} tokens. ` +
      'Raise max_output_tokens, choose a model with a larger output, or ask for smaller steps.',
  )
}

/** Whether the call is the answer's last block. */
function endsWith({ events }: ModelResponse, { id }: ToolCallBlock): boolean {
  const start = events.find((event) => event.type === 'tool_call_start' && event.id === id)
  if (start?.type !== 'tool_call_start') return false
  return events.every((event) => !('blockIndex' in event) || event.blockIndex <= start.blockIndex)
}

function cutResult(name: string, limitTokens: number): string {
  return (
    `The call of ${name} was incomplete and was not run: the answer reached the limit of ${withThousands(limitTokens)} output tokens ` +
    'in the middle of its arguments. The same call would be cut again. Make smaller calls, for example write a long file in several parts.'
  )
}
