import { isCompleteAnswer } from '../../../shared/answer-end.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { EventReader } from '../ports/log-ports.ts'

/**
 * `answered`: the turn ended with an answer. `open`: it is running, was stopped, or failed. `none`: the agent has had
 * no turn.
 */
export type NewestTurn = 'answered' | 'open' | 'none'

/** Events read per query. Rarely more than this were recorded since the turn. */
const PAGE = 50

/**
 * Returns how the agent's own newest turn ended, from its log alone: a complete answer ends a turn, and a stop, a failure
 * or a crash is recorded after it.
 */
export async function newestTurn(agentId: AgentId, store: EventReader): Promise<Result<NewestTurn>> {
  for (let upToId: EventId = Number.MAX_SAFE_INTEGER; ;) {
    const read = await store.events({ agentId, upToId, limit: PAGE })
    if (!read.ok) return read
    const last = read.value.findLast(({ turnId }) => turnId !== null)
    if (last !== undefined) return ok(isCompleteAnswer(last) ? 'answered' : 'open')
    const [first] = read.value
    if (first === undefined || read.value.length < PAGE) return ok('none')
    upToId = first.id - 1
  }
}
