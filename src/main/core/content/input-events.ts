import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AttachmentBlock } from '../../../shared/attachment.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { Mail } from '../ports/log-ports.ts'

/** The event of a prompt with its files. */
export function promptEvent(agentId: AgentId, text: string, attachments: readonly AttachmentBlock[]): NewEvent {
  const data = attachments.length === 0 ? null : { attachments }
  return { agentId, turnId: null, kind: 'user', content: text, data }
}

/** The event that adds a read mail to its recipient's context (docs/behaviour/turns.md#mail). */
export function mailEvent({ id, from, to, content }: Mail): NewEvent {
  return { agentId: to, turnId: null, kind: 'mail', content, data: { from, mail_id: id } }
}
