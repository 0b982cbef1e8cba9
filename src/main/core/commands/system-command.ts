import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { answer, type CommandDecision, type CommandSituation, refusal } from './command.ts'

const BUSY =
  'Cannot change the system prompt while response is streaming. Wait for completion or press Ctrl+C to cancel.'

const EMPTY = 'The system prompt is empty.'

/**
 * `/system` shows the system prompt; `/system edit` opens it in the app; `/system edit TEXT` sets it to the text, and
 * `/system edit ""` to an empty one, which is not sent.
 */
export function decideSystem(args: string, { agent, context, isBusy }: CommandSituation): CommandDecision {
  if (args === '')
    return answer(context.system === null ? 'No system prompt.' : context.system.trim() === '' ? EMPTY : context.system)
  const [, verb = '', text = ''] = /^(\S+)\s*(.*)$/s.exec(args) ?? []
  if (verb.toLowerCase() !== 'edit') return refusal('Usage: /system, or /system edit')
  if (isBusy) return refusal(BUSY)
  if (text === '') {
    const answer =
      'The system prompt opens in the window. Without one: /system edit NEW TEXT, or /system edit "" for none'
    return { type: 'accepted', answer: answer, change: {}, clientAction: 'edit_system' }
  }
  // Quotes stand for nothing in between; any other text may contain them.
  if (/^"\s*"$/.test(text)) return { type: 'accepted', answer: EMPTY, change: { events: [systemEvent(agent.id, '')] } }
  return { type: 'accepted', answer: 'System prompt changed.', change: { events: [systemEvent(agent.id, text)] } }
}

export function systemEvent(agentId: AgentId, content: string): NewEvent {
  return { agentId, turnId: null, kind: 'system', content, data: null }
}
