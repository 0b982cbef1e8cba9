import type { AppError } from '../../../shared/app-error.ts'
import { refused } from '../../../shared/app-error.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import { withThousands } from '../../../shared/thinking-feedback.ts'
import type { ToolBatch } from '../tools/tool-scheduler.ts'
import type { ModelResponse } from './model-response.ts'

type Cut = NonNullable<ToolBatch['cut']>

/** A model that was told once and is cut again would go on like that for ever. */
const MOST_CUTS = 2

/**
 * Watches over one turn's tool calls that the output limit cut. Such a call is never run: its arguments are not all that
 * the model meant. Where they are a whole JSON object with something in it, nothing was cut.
 */
export class CutCalls {
  #count = 0
  #limit = 0

  /** The call at the end of an answer that the limit ended, with the words for its result; null: none was cut. */
  find(response: ModelResponse, calls: readonly ToolCallBlock[], limit: number): Cut | null {
    const last = calls.at(-1)
    if (response.type !== 'answered' || response.done.finishReason !== 'LENGTH' || last === undefined) return null
    if (last.malformed_arguments === undefined && Object.keys(last.arguments).length > 0) return null
    if (!endsWith(response, last)) return null
    this.#count += 1
    this.#limit = limit
    return { callId: last.id, message: cutResult(last.name, limit) }
  }

  /** Why the turn ends here; null: it goes on. */
  get verdict(): AppError | null {
    if (this.#count < MOST_CUTS) return null
    return refused(
      `The turn was ended: ${this.#count} tool calls were cut by the output limit of ${withThousands(this.#limit)} tokens. ` +
        'Raise max_output_tokens, choose a model with a larger output, or ask for smaller steps.',
    )
  }
}

/** Nothing of the answer came behind the call. */
function endsWith({ events }: ModelResponse, { id }: ToolCallBlock): boolean {
  const start = events.find((event) => event.type === 'tool_call_start' && event.id === id)
  if (start?.type !== 'tool_call_start') return false
  return events.every((event) => !('blockIndex' in event) || event.blockIndex <= start.blockIndex)
}

function cutResult(name: string, limit: number): string {
  return (
    `The call of ${name} was incomplete and was not run: the answer reached the limit of ${withThousands(limit)} output tokens ` +
    'in the middle of its arguments. The same call would be cut again. Make smaller calls, for example write a long file in several parts.'
  )
}
