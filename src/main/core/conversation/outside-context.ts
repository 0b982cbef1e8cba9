import type { AgentEvent } from '../../../shared/agent-event.ts'
import { DEFAULT_SYSTEM_PROMPT } from './prompts.ts'

/**
 * The part of a context that is sent to an outside agent: its program reads instruction files itself, and the notes and
 * the tools of ikigai's agents are not its own.
 */
export function outsideContext(items: readonly AgentEvent[]): readonly AgentEvent[] {
  return items.some(({ kind }) => kind === 'instructions') ? items.filter(({ kind }) => kind !== 'instructions') : items
}

/** The user's own system prompt. The default one describes tools that an outside agent does not have. */
export function outsideSystem(system: string | null): readonly string[] {
  return system === null || system === DEFAULT_SYSTEM_PROMPT ? [] : [system]
}
