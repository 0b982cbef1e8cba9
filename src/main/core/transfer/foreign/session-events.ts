import { newAttributes } from '../../../../shared/agent-attributes.ts'
import type { NewEvent } from '../../../../shared/agent-event.ts'
import type { AttachmentBlock } from '../../../../shared/attachment.ts'
import type { ModelChoice } from '../../../../shared/agent-summary.ts'
import { nameFromPrompt } from '../../agents/agent-names.ts'
import type { LogImport, ImportedAgent } from '../../ports/transfer-ports.ts'
import { choiceOf } from './answer-parts.ts'
import type { ForeignEvent, ForeignSession } from './foreign-tree.ts'
import { firstPrompt } from './session-draft.ts'
import type { PlacedAgent, PlacedEvent, PlacedFork, PlacedSession } from './place-session.ts'
import { defined } from '../../../../shared/defined.ts'

type LogEvent = LogImport['events'][number]
/** The stored files of events, by the events' keys. */
export type FilesOf = (event: ForeignEvent) => readonly AttachmentBlock[]

/** Returns the events of a session as the log has them, by ascending ids. */
export function sessionEvents({ events, forks }: PlacedSession, filesOf: FilesOf): readonly LogEvent[] {
  const written = [...events.map((placed) => logEvent(placed, filesOf)), ...forks.map(forkEvent)]
  const sorted = written.toSorted((a, b) => a.id - b.id)
  // A time that the source does not say is that of the event before it.
  let at = sorted.find(({ createdAt }) => createdAt !== null)?.createdAt ?? null
  return sorted.map((event) => {
    at = event.createdAt ?? at
    return { ...event, createdAt: at }
  })
}

function logEvent({ id, agent, event, range }: PlacedEvent, filesOf: FilesOf): LogEvent {
  const base = { id, agentId: agent, turnId: null, createdAt: event.at }
  switch (event.kind) {
    case 'system':
      return { ...base, kind: 'system', content: event.text, data: null }
    case 'user': {
      const attachments = filesOf(event)
      const injected = event.injected === true && { injected: true }
      const data = attachments.length === 0 && injected === false ? null : { attachments, ...injected }
      return { ...base, kind: 'user', content: event.text, data }
    }
    case 'assistant':
      return { ...base, ...answer(event, filesOf(event)) }
    case 'tool_result':
      return { ...base, kind: 'tool_result', content: event.text, data: resultData(event, filesOf(event)) }
    case 'summary': {
      const { from = 0, to = 0, length = 0 } = range ?? {}
      return { ...base, kind: 'summary', content: event.text, data: { from_id: from, to_id: to, messages: length } }
    }
    case 'rewind':
      return { ...base, kind: 'rewind', content: null, data: { target_id: range?.from ?? 0 } }
    case 'mark':
      return { ...base, kind: 'mark', content: null, data: { name: event.name } }
    case 'model': {
      const { provider, model, thinkingLevel } = event.choice
      return { ...base, kind: 'model', content: null, data: { provider, model, thinking_level: thinkingLevel } }
    }
  }
}

type Answer = Extract<ForeignEvent, { kind: 'assistant' }>

function textOfAnswer(parts: Answer['blocks']): string {
  return parts.map(({ block }) => (block.type === 'text' ? block.text : '')).join('')
}

function answer({ blocks: parts, facts, cut }: Answer, attachments: readonly AttachmentBlock[]) {
  const blocks = parts.map(({ block }) => block)
  const content = textOfAnswer(parts)
  const thinking = blocks.flatMap((block) => (block.type === 'thinking' && block.text !== '' ? [block.text] : []))
  const { usage, ...others } = facts
  const thought = thinking.length > 0 && { thinking: thinking.join('\n\n') }
  const drawn = attachments.length > 0 && { attachments }
  const data = { ...others, ...usage, ...thought, blocks, ...drawn }
  if (cut === undefined) return { kind: 'assistant', content, data } as const
  // `error` would offer to resume it, which only the tool could.
  return { kind: 'interrupted', content, data: { ...data, reason: 'cancelled' } } as const
}

function resultData(event: Extract<ForeignEvent, { kind: 'tool_result' }>, attachments: readonly AttachmentBlock[]) {
  return {
    tool_call_id: event.callId,
    ...defined({
      name: event.name,
      is_error: event.isError ? true : undefined,
      duration_ms: event.durationMs,
      attachments: attachments.length > 0 ? attachments : undefined,
    }),
  }
}

function forkEvent({ id, agent, child, reason, at }: PlacedFork): LogEvent {
  const event: NewEvent = { agentId: agent, turnId: null, kind: 'fork', content: null, data: { child, reason } }
  return { ...event, id, createdAt: at }
}

/** Returns an agent with its name and the model that it goes on with. */
export function sessionAgent(agent: PlacedAgent, session: ForeignSession, placed: PlacedSession): ImportedAgent {
  const own = placed.events.filter((event) => event.agent === agent.id).map(({ event }) => event)
  const isFork = agent.parentId !== null && agent.forkEventId !== 0
  const words = isFork ? (firstPrompt(own) ?? firstAnswer(own)) : null
  const name = words === null ? session.name : nameFromPrompt(words)
  return {
    ...newAttributes(),
    ...agent,
    name,
    forkFromId: null,
    choice:
      choiceIn(own, session) ??
      choiceIn(
        placed.events.map(({ event }) => event),
        session,
      ) ??
      session.choice,
  }
}

/** The text that tells a repeated answer from the one before it; null: none of the answers has text. */
function firstAnswer(events: readonly ForeignEvent[]): string | null {
  const texts = events.flatMap((event) => (event.kind === 'assistant' ? textOfAnswer(event.blocks) : []))
  return texts.find((text) => text.trim() !== '') ?? null
}

/** Null: no answer names a model that ikigai has a provider for. */
function choiceIn(events: readonly ForeignEvent[], { choice }: ForeignSession): ModelChoice | null {
  const models = events.flatMap((event) => (event.kind === 'assistant' ? (event.facts.model ?? []) : []))
  const last = models.findLast((model) => choiceOf(model) !== null)
  if (last === undefined) return null
  return choice?.model === last ? choice : choiceOf(last)
}
