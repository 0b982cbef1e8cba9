import type { NewEvent } from '../../../shared/agent-event.ts'
import { refused } from '../../../shared/app-error.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import { recordWithRetry } from './retry-storage.ts'
import { errorEvent } from './response-events.ts'
import type { Turn, TurnDependencies, TurnResult } from './turn.ts'

/** What the model reads of a call that it was not allowed to make. */
const NOT_RUN = 'Not run: the limit of tool rounds for one turn was reached before this call.'

/**
 * Ends a turn whose model called tools when none might be called any more: every call gets its result, and a person is
 * told why the turn ended without an answer.
 */
export async function refuseCalls(
  { agentId, turnId, choice, signal }: Turn,
  calls: readonly ToolCallBlock[],
  maxToolTurns: number,
  dependencies: TurnDependencies,
): Promise<TurnResult> {
  const error = refused(
    `The turn was ended: after ${maxToolTurns} rounds of tools, the limit, the model called a tool again instead of answering. ` +
      'Send a message to let it go on, or raise max_tool_turns.',
  )
  const results = calls.map(({ id, name }): NewEvent => {
    const data = { tool_call_id: id, name, is_error: true }
    return { agentId, turnId, kind: 'tool_result', content: NOT_RUN, data }
  })
  const events = [...results, errorEvent({ agentId, turnId }, error, choice)]
  await recordWithRetry({ events, settledTurns: [turnId] }, signal, dependencies)
  dependencies.hub.live(agentId, { type: 'error', error })
  return { outcome: 'failed', error }
}
