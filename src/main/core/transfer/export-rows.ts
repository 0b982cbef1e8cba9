import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { jsonText } from '../../../shared/json-text.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { StoredMail } from '../ports/transfer-ports.ts'

/** The lines of an export: columns of the log, by name. No line contains a key or a setting. */

export function headerLine(files: boolean): string {
  return jsonText({ type: 'ikigai', version: 1, ...(!files && { files: 'left_out' }) })
}

/** Returns the columns of an attribute, or says why an export has none. */
type ExportedAttribute = ((agent: AgentRecord) => JsonObject) | string

/** Every attribute of an agent: what an export says of it, in this order. */
export const EXPORTED_ATTRIBUTES: Readonly<Record<keyof AgentRecord, ExportedAttribute>> = {
  id: ({ id }) => ({ uuid: id }),
  name: ({ name }) => ({ name }),
  parentId: ({ parentId }) => ({ parent_uuid: parentId }),
  forkEventId: ({ forkEventId }) => ({ fork_message_id: forkEventId }),
  forkFromId: ({ forkFromId }) => ({ fork_from_id: forkFromId }),
  choice: ({ choice }) => ({
    provider: choice?.provider ?? null,
    model: choice?.model ?? null,
    thinking_level: choice?.thinkingLevel ?? null,
  }),
  status: ({ status }) => ({ status }),
  wakeOnMail: ({ wakeOnMail }) => ({ wake_on_mail: wakeOnMail }),
  createdAt: ({ createdAt }) => ({ created_at: createdAt }),
  endedAt: ({ endedAt }) => ({ ended_at: endedAt }),
  profile: ({ profile }) => ({ profile: profile ?? null }),
  home: 'the home of an agent is where it comes in',
  usage: 'the sum of its events',
  cost: 'the sum of its events',
  unreadMail: 'the number of its mails',
  queuedPrompts: 'prompts that were not sent are not exported',
}

export function agentLine(agent: AgentRecord): string {
  const columns = Object.values(EXPORTED_ATTRIBUTES).map((exported) =>
    typeof exported === 'string' ? {} : exported(agent),
  )
  return jsonText(Object.assign({ type: 'agent' }, ...columns))
}

export function eventLine(event: AgentEvent): string {
  const { id, sessionId, agentId, turnId, kind, content, data, createdAt } = event
  return jsonText({
    type: 'event',
    id,
    session_id: sessionId,
    agent_uuid: agentId,
    turn_id: turnId,
    kind,
    content,
    data,
    created_at: createdAt,
  })
}

export function mailLine({ id, from, to, content, sentAt, readAt }: StoredMail): string {
  return jsonText({ type: 'mail', id, from_agent: from, to_agent: to, content, sent_at: sentAt, read_at: readAt })
}
