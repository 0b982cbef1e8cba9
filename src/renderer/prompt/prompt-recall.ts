import type { AgentEvent } from '../../shared/agent-event.ts'
import type { Draft } from '../../shared/contract/settings.ts'
import { filesOf } from '../../shared/event-files.ts'
import type { AgentId } from '../../shared/ids.ts'
import { promptDraft } from '../store/draft-store.ts'

/** The position in the list of earlier prompts: -1 is the current draft. */
export interface Recall<T> {
  readonly index: number
  /** The content of the box before the first step back; null if there was no step. */
  readonly draft: T | null
}

export const NO_RECALL: Recall<never> = { index: -1, draft: null }

export interface Recalled<T> {
  readonly recall: Recall<T>
  readonly text: T
}

/** Moves to an older (`step` 1) or newer (`step` -1) prompt; null if there is none. */
export function recallStep<T>(history: readonly T[], recall: Recall<T>, text: T, step: 1 | -1): Recalled<T> | null {
  const index = recall.index + step
  if (index < -1) return null
  const draft = recall.index === -1 ? text : (recall.draft ?? text)
  if (index === -1) return { recall: NO_RECALL, text: draft }
  const recalled = history[index]
  return recalled === undefined ? null : { recall: { index, draft }, text: recalled }
}

/**
 * Returns whether the cursor is on the first line. Up recalls only there, and Down only on the last line, so that text
 * of several lines stays editable.
 */
export function isOnFirstLine(text: string, cursor: number): boolean {
  return !text.slice(0, cursor).includes('\n')
}

export function isOnLastLine(text: string, cursor: number): boolean {
  return !text.slice(cursor).includes('\n')
}

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
