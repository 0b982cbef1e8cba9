import type { NewEvent } from '../../../shared/agent-event.ts'
import { shortAgentId } from '../../../shared/ids.ts'
import type { Mail } from '../ports.ts'
import { answer, type CommandDecision, type CommandSituation } from './command.ts'

/** `/check-mail`: the unread mails, oldest first; reading them and recording that they were read is one change. */
export function decideCheckMail({ unread }: CommandSituation): CommandDecision {
  if (unread.length === 0) return answer('No messages.')
  return {
    type: 'accepted',
    answer: unread.map(letter).join('\n\n'),
    change: { readMail: unread, events: unread.map(mailEvent) },
  }
}

/** A read mail is part of its reader's context (docs/behaviour/turns.md#mail). */
export function mailEvent({ id, from, to, content }: Mail): NewEvent {
  return { agentId: to, turnId: null, kind: 'mail', content, data: { from, mail_id: id } }
}

function letter({ from, content }: Mail): string {
  return `From ${shortAgentId(from)}: ${content}`
}
