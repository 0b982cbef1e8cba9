import type { NewEvent } from '../../../shared/agent-event.ts'
import { refused } from '../../../shared/app-error.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import { recordWithRetry } from './retry-storage.ts'
import { errorEvent } from './response-events.ts'
import type { Turn, TurnDependencies, TurnResult } from './turn.ts'

/** Result of a tool call that was not allowed to run. */
const NOT_RUN = 'Not run: the limit of tool rounds for one turn was reached before this call.'

/**
 * Ends a turn whose model called tools after the last allowed round: every call gets a result, and an error tells the
 * user why the turn ended without an answer.
 */
export async function refuseCalls(
  { agentId, turnId, choice, signal }: Turn,
  calls: readonly ToolCallBlock[],
  maxToolTurns: number,
  dependencies: TurnDependencies,
): Promise<TurnResult> {
  const error = refused(
    `The turn was ended: after ${maxToolTurns} rounds of tools, the limit, the model called a tool again instead of answering. ` +
      'Send a message to continue, or raise max_tool_turns.',
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
