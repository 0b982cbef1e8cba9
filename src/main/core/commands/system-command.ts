import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { answer, type CommandDecision, type CommandSituation, refusal } from './command.ts'

const BUSY =
  'Cannot change the system prompt while response is streaming. Wait for completion or press Ctrl+C to cancel.'

/** `/system` shows the system prompt; `/system edit` opens it in the app; `/system edit TEXT` sets it to the text. */
export function decideSystem(args: string, { agent, context, isBusy }: CommandSituation): CommandDecision {
  if (args === '') return answer(context.system ?? 'No system prompt.')
  const [, verb = '', text = ''] = /^(\S+)\s*(.*)$/s.exec(args) ?? []
  if (verb.toLowerCase() !== 'edit') return refusal('Usage: /system, or /system edit')
  if (isBusy) return refusal(BUSY)
  if (text === '') {
    const answer = 'The system prompt opens in the window. Without one: /system edit NEW TEXT'
    return { type: 'accepted', answer: answer, change: {}, clientAction: 'edit_system' }
  }
  return { type: 'accepted', answer: 'System prompt changed.', change: { events: [systemEvent(agent.id, text)] } }
}

export function systemEvent(agentId: AgentId, content: string): NewEvent {
  return { agentId, turnId: null, kind: 'system', content, data: null }
}
