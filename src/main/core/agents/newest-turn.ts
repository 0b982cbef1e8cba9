import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { Store } from '../ports/log-ports.ts'

/**
 * `answered`: the turn ended with an answer. `open`: it is running, was stopped, or failed. `none`: the agent has had
 * no turn.
 */
export type NewestTurn = 'answered' | 'open' | 'none'

/** Events read per query. Rarely more than this were recorded since the turn. */
const PAGE = 50

/**
 * Returns how the agent's own newest turn ended, from its log alone: an answer without calls ends a turn, and a stop, a
 * failure or a crash is recorded after it.
 */
export async function newestTurn(agentId: AgentId, store: Pick<Store, 'events'>): Promise<Result<NewestTurn>> {
  for (let upToId: EventId = Number.MAX_SAFE_INTEGER; ;) {
    const read = await store.events({ agentId, upToId, limit: PAGE })
    if (!read.ok) return read
    const last = read.value.findLast(({ turnId }) => turnId !== null)
    if (last !== undefined) return ok(isAnswer(last) ? 'answered' : 'open')
    const [first] = read.value
    if (first === undefined || read.value.length < PAGE) return ok('none')
    upToId = first.id - 1
  }
}

/** Whether the event is an answer that calls no tool. */
export function isAnswer(event: AgentEvent): boolean {
  return event.kind === 'assistant' && !(event.data.blocks ?? []).some(({ type }) => type === 'tool_call')
}
