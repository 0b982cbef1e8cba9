import type { AgentEvent, NewEvent } from '../../../shared/agent-event.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { instructionsInForce } from './instruction-events.ts'

/** The path of the event that lists the missing servers: no absolute path, so that no file has it. */
const LIST_PATH = 'servers'

/** Returns the event that says which servers are missing now; none if the context says so already. */
export function missingServerEvents(
  agentId: AgentId,
  context: readonly AgentEvent[],
  missing: readonly string[],
  hash: (text: string) => string,
): readonly NewEvent[] {
  const before = instructionsInForce(context).get(LIST_PATH)
  const text = missing.join('\n')
  if (text === (before?.content ?? '')) return []
  const bytes = new TextEncoder().encode(text).length
  const data = { path: LIST_PATH, origin: 'servers', sha256: hash(text), bytes } as const
  const event = { agentId, turnId: null, kind: 'instructions' } as const
  if (text === '') return [{ ...event, content: null, data }]
  return [{ ...event, content: text, data: { ...data, ...(before !== undefined && { replaces: true as const }) } }]
}
