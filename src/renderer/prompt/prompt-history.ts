import type { AgentEvent } from '../../shared/agent-event.ts'
import { filesOf } from '../../shared/event-files.ts'
import type { Draft } from '../../shared/contract/settings.ts'
import type { AgentId } from '../../shared/ids.ts'
import { readsAsPrompt } from '../../shared/slash-commands.ts'

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
    const attachments = filesOf(event)
    const key = [kind, ...attachments.map(({ sha256 }) => sha256), text].join(' ')
    if (sent.has(key)) continue
    const files = attachments.length === 0 ? {} : { attachments }
    sent.set(key, { text, asText: kind === 'user' && !readsAsPrompt(text), ...files })
  }
  return [...sent.values()]
}

function isTypedTo(agentId: AgentId, { kind, agentId: owner }: AgentEvent): boolean {
  return (kind === 'user' || kind === 'command') && owner === agentId
}
