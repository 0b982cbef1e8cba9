import type { AgentEvent, AgentEventOf } from '../../shared/agent-event.ts'
import type { AgentMark } from '../../shared/agent-marks.ts'
import { replay } from '../../shared/context-replay.ts'
import { isChangeOfAgent, whoseFile } from '../../shared/file-changes.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'

/** A place to which a context can be rewound. */
export type RewindRow =
  | {
      readonly type: 'prompt'
      readonly event: AgentEventOf<'user'>
      /** Number of files that the agent changed between this prompt and the next one. */
      readonly files: number
    }
  | { readonly type: 'mark'; readonly mark: AgentMark }

/**
 * Returns the prompts that are in the agent's context, with the marks among them, newest first. `events`: those of the
 * agent that are loaded. Prompts that were redacted or have no text are left out.
 */
export function rewindRows(
  agentId: AgentId,
  events: readonly AgentEvent[],
  marks: readonly AgentMark[],
): readonly RewindRow[] {
  const prompts = replay(events).items.filter((event) => event.kind === 'user')
  const rows = prompts.flatMap((event, index): readonly RewindRow[] => {
    if (event.tombstone !== undefined || (event.content ?? '').trim() === '') return []
    const files = filesChanged(agentId, events, event.id, prompts[index + 1]?.id ?? Infinity)
    return [{ type: 'prompt', event, files }]
  })
  return [...rows, ...marks.map((mark): RewindRow => ({ type: 'mark', mark }))].toSorted((a, b) => idOf(b) - idOf(a))
}

function idOf(row: RewindRow): number {
  return row.type === 'mark' ? row.mark.eventId : row.event.id
}

/** Returns how many files the agent changed, or may have changed, after one event and before another. */
function filesChanged(agentId: AgentId, events: readonly AgentEvent[], after: EventId, before: EventId): number {
  const paths = events.flatMap((event) => {
    if (event.kind !== 'checkpoint' || event.agentId !== agentId || !isChangeOfAgent(event.data)) return []
    return event.id > after && event.id < before
      ? event.data.files.map(({ path }) => path).filter((path) => whoseFile(event.data, path) !== 'others')
      : []
  })
  return new Set(paths).size
}
