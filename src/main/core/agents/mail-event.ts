import type { NewEvent } from '../../../shared/agent-event.ts'
import type { Mail } from '../ports/log-ports.ts'

/** The event that adds a read mail to its recipient's context (docs/behaviour/turns.md#mail). */
export function mailEvent({ id, from, to, content }: Mail): NewEvent {
  return { agentId: to, turnId: null, kind: 'mail', content, data: { from, mail_id: id } }
}
