import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AttachmentBlock } from '../../../shared/attachment.ts'
import type { AgentId } from '../../../shared/ids.ts'

/** The event of a prompt with its files. */
export function promptEvent(agentId: AgentId, text: string, attachments: readonly AttachmentBlock[]): NewEvent {
  const data = attachments.length === 0 ? null : { attachments }
  return { agentId, turnId: null, kind: 'user', content: text, data }
}
