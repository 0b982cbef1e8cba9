import type { AgentEvent } from '../../../shared/agent-event.ts'
import { AGENT_COLUMN_LIST } from '../../../shared/agent-attributes.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { jsonText } from '../../../shared/json-text.ts'
import type { StoredMail } from '../ports/transfer-ports.ts'
import { defined } from '../../../shared/defined.ts'

/** The lines of an export: columns of the log, by name. No line contains a key or a setting. */

export function headerLine(files: boolean): string {
  return jsonText({ type: 'ikigai', version: 1, ...defined({ files: !files ? 'left_out' : undefined }) })
}

/** The columns that an export has, in the order of the table. */
const EXPORTED = AGENT_COLUMN_LIST.filter(({ exported }) => !('not' in exported))

export function agentLine(agent: AgentRecord): string {
  const { choice, profile = null } = agent
  const parts: Readonly<Record<string, unknown>> = {
    ...agent,
    provider: choice?.provider ?? null,
    model: choice?.model ?? null,
    thinking_level: choice?.thinkingLevel ?? null,
    profile,
  }
  const columns = EXPORTED.map(({ name, attribute }) => [name, parts[attribute ?? name]])
  return jsonText({ type: 'agent', ...Object.fromEntries(columns) })
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
