import type { AgentEvent } from '../../shared/agent-event.ts'
import { filesOf } from '../../shared/event-files.ts'
import type { Draft } from '../../shared/contract/settings.ts'
import type { AgentId } from '../../shared/ids.ts'
import { promptDraft } from '../store/draft-store.ts'

/**
 * Returns the user's earlier prompts to this agent with their files, newest first, without duplicates, at most `size`.
 * Each is recalled as a prompt: if typing it would run a command, it is marked as plain text.
 */
export function promptHistory(agentId: AgentId, events: readonly AgentEvent[], size: number): readonly Draft[] {
  const sent = new Map<string, Draft>()
  for (const event of events.toReversed()) {
    if (sent.size >= size) break
    const { content: text, kind } = event
    if (!isTypedTo(agentId, event) || text === null) continue
    const key = [kind, ...filesOf(event).map(({ sha256 }) => sha256), text].join(' ')
    if (sent.has(key)) continue
    sent.set(key, promptDraft(event))
  }
  return [...sent.values()]
}

function isTypedTo(agentId: AgentId, { kind, agentId: owner }: AgentEvent): boolean {
  return (kind === 'user' || kind === 'command') && owner === agentId
}
